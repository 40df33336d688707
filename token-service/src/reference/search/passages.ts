import type { OperationsOf } from '../operations.ts';
import type { DocPage, PageContent } from '../parts.ts';
import { addressOf } from '../topics.ts';

/** A part of the documentation that the search finds. */
export interface Passage {
  /** Its address, for example `/docs/errors#token_invalid`. */
  readonly id: string;
  readonly title: string;
  /** The title of its page; for a page, the heading in the navigation. */
  readonly within: string;
  /** Names that lead to it beside its title, such as `POST /v2/accounts`. */
  readonly names: string;
  /** Its sentences, one paragraph or row of a table on each line, without examples. */
  readonly text: string;
  /** Names in its examples, such as `ServiceProvider`. The tables of the reference name those of its own examples. */
  readonly code: string;
  readonly kind: 'page' | 'section' | 'row';
  /** The heading of its page in the navigation. */
  readonly group: string;
}

/** Returns the parts of all pages: each page, its sections, and the rows of tables that have an address. */
export const passagesOf = (
  pages: readonly (DocPage & PageContent)[],
  reference: readonly OperationsOf[],
): Passage[] => {
  const calls = new Map<string, string>(
    reference.flatMap(({ topic, operations }) =>
      operations.map(({ name, method, path }) => [`${addressOf(topic)}#${name}`, `${method} ${path}`] as const),
    ),
  );
  return pages.flatMap(({ path, title, group, about, sections }): Passage[] => [
    { id: path, title, within: group, names: '', text: readable(textOf(about)), code: '', kind: 'page', group },
    ...sections.flatMap(({ id, title: name, body }): Passage[] => {
      const at = `${path}#${id}`;
      const { rest, rows } = split(body.text);
      return [
        {
          id: at,
          title: name,
          within: title,
          names: calls.get(at) ?? '',
          text: readable(rest),
          code: group === 'Reference' ? '' : namesInCode(rest),
          kind: 'section',
          group,
        },
        ...rows.map((row): Passage => {
          const [first = '', ...others] = readable(row.markup).split(CELL);
          const text = others.join(CELL).replace(/^–\s*/, '');
          return {
            id: `${path}#${row.id}`,
            title: first,
            within: withinRow(title, name),
            names: '',
            text,
            code: '',
            kind: 'row',
            group,
          };
        }),
      ];
    }),
  ]);
};

const textOf = (about: PageContent['about']): string => (typeof about === 'string' ? about : about.text);

const withinRow = (page: string, section: string): string => (page === section ? page : `${page} · ${section}`);

/** Takes the rows that have an address of their own out of the markup of a section. */
const split = (markup: string): { rest: string; rows: { id: string; markup: string }[] } => {
  const rows: { id: string; markup: string }[] = [];
  const rest = markup.replace(/<tr id="([^"]+)">(.*?)<\/tr>/gs, (_, id: string, row: string) => {
    rows.push({ id, markup: row });
    return '';
  });
  return { rest, rows };
};

/** Between the cells of a row. */
const CELL = ' – ';

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A name of several words, which no sentence has by chance. */
const NAME = /\b[A-Za-z]\w*?(?:[a-z\d][A-Z]|_[a-z])\w*/g;

/** Returns the names in the examples of a section, each once. */
const namesInCode = (markup: string): string => {
  const examples = [...markup.matchAll(/<pre[ >].*?<\/pre>/gs)].map(([example]) => example.replace(/<[^>]*>/g, ''));
  return [...new Set(examples.join('\n').match(NAME))].join(' ');
};

/** Returns the text that markup shows, without examples and the heads of tables. */
export const readable = (markup: string): string =>
  markup
    .replace(/\s+/g, ' ')
    .replace(/<(pre|thead|figcaption)[ >].*?<\/\1>/gs, '\n')
    .replace(/(<\/t[hd]>\s*)+<t[hd][^>]*>/g, CELL)
    .replace(/<\/?(?:p|li|ul|ol|tr|h[2-6]|table|figure|blockquote|section)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+|#39);/g, (reference, name: string) => CHARACTERS[name] ?? reference)
    .split('\n')
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/(?:– )+(?=–)|(?: –)+ ?$/g, '')
        .trim(),
    )
    .filter(Boolean)
    .join('\n');
