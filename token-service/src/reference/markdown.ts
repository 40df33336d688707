import { Marked, type Token, type Tokens } from 'marked';
import { Markup } from '../documents/html.ts';
import { type DocPage, docTable, listing, type PageContent, type Section } from './parts.ts';

interface Document {
  readonly path: string;
  readonly group: string;
  /** The text in Markdown: a heading, a paragraph that says what it is about, and sections. */
  readonly text: string;
  /** Returns the address of another document on this site by its path in the repository; undefined if it has none. */
  readonly hrefOf: (path: string) => string | undefined;
  /** The headings of sections that are left out. */
  readonly without?: readonly string[] | undefined;
}

/** Returns a document of the repository as a page. The list of contents is left out, because pages have their own. */
export const markdownPage = ({ path, group, text, hrefOf, without = [] }: Document): DocPage => {
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (!title) throw new Error(`${path}: a document begins with a heading.`);
  return { path, group, title, content: () => contentOf(text, hrefOf, without) };
};

const contentOf = (text: string, hrefOf: Document['hrefOf'], without: readonly string[]): PageContent => {
  const parser = parserFor(hrefOf);
  const render = (tokens: Token[]): Markup => new Markup(parser.parser(tokens));
  const [, about, ...rest] = parser.lexer(text).filter(({ type }) => type !== 'space');
  const { before, parts } = split(rest.filter((token) => !isContents(token)));
  const shown = parts.filter(({ heading }) => !without.includes(heading.text));
  const sections: Section[] = shown.map(({ heading, tokens }) => ({
    id: headingSlug(heading.text),
    title: heading.text.replaceAll('`', ''),
    body: render(tokens),
  }));
  return {
    about: about ? new Markup(render([about]).text.replace(/^<p>|<\/p>\s*$/g, '')) : '',
    sections: before.length > 0 ? [{ id: 'overview', title: 'Overview', body: render(before) }, ...sections] : sections,
  };
};

interface Part {
  readonly heading: Tokens.Heading;
  readonly tokens: Token[];
}

const split = (tokens: readonly Token[]): { before: Token[]; parts: Part[] } => {
  const before: Token[] = [];
  const parts: Part[] = [];
  for (const token of tokens) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === 2)
      parts.push({ heading: token as Tokens.Heading, tokens: [] });
    else (parts.at(-1)?.tokens ?? before).push(token);
  }
  return { before, parts };
};

/** A list of links to sections of the same document. */
const isContents = (token: Token): boolean =>
  token.type === 'list' && (token as Tokens.List).items.every(({ text }) => /^\[[^\]]*\]\(#[^)]*\)/.test(text));

/** The id of a heading, as repositories make it. */
export const headingSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const parserFor = (hrefOf: Document['hrefOf']): Marked =>
  new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${headingSlug(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      code({ text, lang }) {
        return listing(lang || 'Example', text).text;
      },
      table({ header, rows }) {
        const cell = ({ tokens }: Tokens.TableCell): Markup => new Markup(this.parser.parseInline(tokens));
        return docTable(
          header.map(({ text }) => text.replaceAll('`', '')),
          rows.map((cells) => cells.map(cell)),
        ).text;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = /^(#|https?:|\/docs\b)/.test(href) ? href : hrefOf(href);
        return target ? `<a href="${target.replaceAll('"', '&quot;')}">${text}</a>` : text;
      },
    },
  });
