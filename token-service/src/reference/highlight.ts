import { html, type Markup } from '../documents/html.ts';

/** A kind of token, which is the end of its class name, and the pattern that begins at it. */
type Rules = Readonly<Record<string, RegExp>>;

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;
const words = (list: string): RegExp => new RegExp(`\\b(?:${list.replaceAll(' ', '|')})\\b`);
const SCRIPT_WORDS =
  'as async await catch class const default else export extends false for from function if import in interface let new null of return throw true try type typeof undefined while';

const SCRIPT: Rules = {
  comment: /\/\/.*|\/\*[\s\S]*?\*\//,
  string: new RegExp(`${STRING.source}|\`(?:[^\`\\\\]|\\\\.)*\``),
  word: words(SCRIPT_WORDS),
};

const TAG: Rules = {
  word: /<\/?[\w.:-]+|\/?>/,
  string: /"[^"]*"|'[^']*'/,
};

const FAMILIES = {
  script: SCRIPT,
  markup: { comment: /<!--[\s\S]*?-->/, tag: /<\/?[A-Za-z](?:"[^"]*"|'[^']*'|\{[^}]*\}|[^>"'{])*>/ },
  shell: {
    comment: /(?<=^|\s)#.*/,
    string: /"(?:[^"\\]|\\.)*"|'[^']*'/,
    word: /(?<=\s)--?[\w-]+|(?<=^|[|;&(]\s*)(?:curl|npm|npx|export|cp|node|docker)\b/,
  },
  python: {
    comment: /#.*/,
    string: /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"/,
    word: words('import from def return if not in as class for print None True False'),
  },
  php: {
    comment: /\/\/.*|#.*/,
    string: /<<<'XML'[\s\S]*?\nXML|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/,
    word: words('echo function return if new true false null fn use require'),
  },
  ruby: {
    comment: /#.*/,
    string: /<<~XML[\s\S]*?\nXML|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/,
    word: words('require def end if do puts return nil true false'),
  },
  header: { word: /^[\w-]+(?=:)|(?<=^\s*)[a-z]+-src/ },
  plain: {},
} satisfies Readonly<Record<string, Rules>>;

type Family = keyof typeof FAMILIES;

/** The languages of listings: the name that a listing has in a document, the title that it shows, and its family. */
const LANGUAGES: Readonly<Record<string, readonly [title: string, family: Family]>> = {
  css: ['CSS', 'plain'],
  curl: ['curl', 'shell'],
  html: ['HTML', 'markup'],
  HTML: ['HTML', 'markup'],
  http: ['HTTP header', 'header'],
  'HTTP header': ['HTTP header', 'header'],
  js: ['JavaScript', 'script'],
  json: ['JSON', 'script'],
  jsx: ['React', 'script'],
  Node: ['Node', 'script'],
  php: ['PHP', 'php'],
  PHP: ['PHP', 'php'],
  python: ['Python', 'python'],
  Python: ['Python', 'python'],
  ruby: ['Ruby', 'ruby'],
  Ruby: ['Ruby', 'ruby'],
  sh: ['Shell', 'shell'],
  ts: ['TypeScript', 'script'],
  vue: ['Vue', 'markup'],
  xml: ['XML', 'markup'],
};

/** Returns the title of a listing by its name in a document. */
export const titleOf = (name: string): string => LANGUAGES[name]?.[0] ?? name;

/** Returns code with an element around each token that has a colour. Its text stays as it is. */
export const highlighted = (name: string, text: string): Markup => {
  const family = LANGUAGES[name]?.[1] ?? (text.startsWith('<') ? 'markup' : 'plain');
  return family === 'markup' ? markup(text) : colored(text, FAMILIES[family]);
};

/** A page may contain scripts, which have the colours of scripts. */
const markup = (text: string): Markup =>
  html`${text
    .split(/(?<=<script\b[^>]*>)([\s\S]*?)(?=<\/script>)/)
    .map((piece, place) => colored(piece, place % 2 === 1 ? SCRIPT : FAMILIES.markup))}`;

const patterns = new Map<Rules, RegExp>();

const colored = (text: string, rules: Rules): Markup => {
  const kinds = Object.keys(rules);
  if (kinds.length === 0) return html`${text}`;
  const pattern = patterns.get(rules) ?? patternOf(rules);
  patterns.set(rules, pattern);
  const pieces: (Markup | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = kinds.find((each) => match.groups?.[each] !== undefined);
    pieces.push(text.slice(at, match.index), token(kind ?? '', match[0]));
    at = match.index + match[0].length;
  }
  return html`${[...pieces, text.slice(at)]}`;
};

const patternOf = (rules: Rules): RegExp =>
  new RegExp(
    Object.entries(rules)
      .map(([kind, { source }]) => `(?<${kind}>${source})`)
      .join('|'),
    'gm',
  );

const token = (kind: string, text: string): Markup =>
  kind === 'tag' ? colored(text, TAG) : html`<span class="token-${kind}">${text}</span>`;
