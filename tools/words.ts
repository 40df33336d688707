/**
 * The language of the repository: plain professional English, the field's own terms, and no reference to a document
 * that a reader of the repository does not have.
 */
import type { SourceFile } from './imports.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly advice: string;
}

/** Texts that the rules themselves and their tests need to spell. */
const EXEMPT = /^tools\/words(\.test)?\.ts$|^package-lock\.json$|\.svg$|^CHANGELOG\.md$/;
const ABSENT_DOCUMENTS: readonly Rule[] = [
  { pattern: /\bDESIGN(\.md| section|,| \d)/, advice: 'State the rule, or link to docs/.' },
  { pattern: /\b(WORDS|EXAMPLES|LOOK|SPECIFICATION)\.md\b/, advice: 'State the rule, or link to docs/.' },
  { pattern: /\b[Rr]eferences? "[a-z-]+"|\b[Ss]pecification "/, advice: 'State the rule, or link to docs/.' },
  { pattern: /\(specification[),; ]|\bthe specification\b/i, advice: 'State the rule, or link to docs/.' },
];

const WORDS: readonly Rule[] = [
  {
    pattern: /\b(somebody|nobody|whoever|whomever)\b/i,
    advice: 'Name the actor: the caller, another process, no client.',
  },
  { pattern: /\b(deeds?|wished|wishes|dearest)\b/i, advice: 'Write operation, requested, maximum unit amount.' },
  { pattern: /\b(wayBack|way back)\b/i, advice: 'Write refund allocation.' },
  {
    pattern: /\b(gives?|given|giving|gave|takes?|taken|took|taking) back\b/i,
    advice: 'Write refund, release, restore, reverse.',
  },
  { pattern: /giveBack|[gG]ivenBack|\b(RefundWish|LineWish|KeyWish)\b/, advice: 'Write refund, release, restore.' },
  {
    pattern: /\* Answers (an?|its|the|whether|how|null|undefined)\b|\. Answers (its|the|whether|how|null)\b/,
    advice: 'Write Returns.',
  },
  { pattern: /\b(by force|come to pass|what is due|for nothing|pairs? of eyes)\b/i, advice: 'Write the plain term.' },
  {
    pattern: /\b(this|the|our) house\b|\brooms? of the\b|\bfront door\b|\bthe doors?\b/i,
    advice: 'No metaphors: write project, module, entry point.',
  },
  { pattern: /\b(taxOffice|shippingDesk|becameBefore)\b/, advice: 'Use a term of the field.' },
  { pattern: /\b(stands?|stood|standing) in line\b|\bgoes round\b/i, advice: 'Write queue, wait, poll.' },
  {
    pattern: /\/\*\* (What|Of|By|Where|How|When|Why|Who|Which) /,
    advice: 'Begin a docstring with Returns, another verb, or the thing itself: The invoice that …',
  },
];

const RULES = [...ABSENT_DOCUMENTS, ...WORDS];

/** The widest a line of code, comment or Markdown may be. */
const WIDTH = 120;
/** Long by nature: tables of Markdown, links, template literals of documents and recorded texts. */
const MAY_BE_LONG = /^\s*\||https?:\/\/\S{40,}/;
const WRAPPED = /\.(ts|mts|js|mjs|md)$/;

/** Every line that breaks a rule, as `path:line: text — advice`. */
export const wordViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !EXEMPT.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index, lines) => {
        const isFirst = lines[index - 1]?.trim() === '/**';
        const said = isFirst ? line.replace(/^\s*\*/, '/**') : line;
        const found = RULES.find(({ pattern }) => pattern.test(said));
        return found ? [`${path}:${index + 1}: ${line.trim().slice(0, 100)} — ${found.advice}`] : [];
      }),
    );

/** A line of a comment that holds nothing but its end, after a star of its own. */
const BROKEN_END = /^\s*\* \*\/$/;

/**
 * Returns lines of prose that are wider than the limit (comments and Markdown; the formatter keeps code within it), or
 * that were broken before the end of their comment, or long before the next word would pass the limit.
 */
export const wideLines = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !EXEMPT.test(path) && WRAPPED.test(path))
    .flatMap(({ path, text }) => {
      const isPage = path.endsWith('.md');
      const proseOf = isPage ? paragraphLine : commentLine;
      // Code of a page is none of its prose.
      const lines = (isPage ? text.replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/.+/g, '')) : text).split(
        '\n',
      );
      return lines.flatMap((line, index) => {
        const isProse = isPage || /^\s*(\*|\/\/|\/\*)/.test(line);
        const isWide = line.length > WIDTH && !MAY_BE_LONG.test(line);
        const next = proseOf(line) === undefined ? undefined : proseOf(lines[index + 1] ?? '');
        const isShort = next?.isContinued && `${line} ${FIRST_WORD.exec(next.words)?.[0]}`.length <= SHORT;
        return isProse && (isWide || isShort || BROKEN_END.test(line)) ? [`${path}:${index + 1}`] : [];
      });
    });

/** A line that could take the next word without passing this column was broken by an edit. */
const SHORT = 110;
/** A code span or a link stays on one line. */
const FIRST_WORD = /^(\(?`[^`]*`\S*|\(?\[[^\]]*\]\([^)]*\)\S*|\S+)/;

interface Prose {
  readonly words: string;
  /** Whether the line goes on with the paragraph of the one before: no list, table or heading begins with it. */
  readonly isContinued: boolean;
}

const commentLine = (line: string): Prose | undefined => {
  const words = /^\s*(?:\/\*\*|\*|\/\/) (\S.*)$/.exec(line)?.[1];
  // Tables, and what other tools read.
  if (words === undefined || /^\||\S {2,}\S|biome-ignore|@ts-/.test(words)) return undefined;
  return { words, isContinued: !/^(\/\*\*|[-*@`\d|])/.test(words) && !/^\s*\/\*\*/.test(line) };
};

const paragraphLine = (line: string): Prose | undefined =>
  /^\s*$|^\||^#| {4}|^---|^</.test(line)
    ? undefined
    : { words: line.trim(), isContinued: !/^\s*([-*#>]|\d+\.)/.test(line) };
