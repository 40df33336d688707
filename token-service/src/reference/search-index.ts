import type { OperationsOf } from './operations.ts';
import type { Content, Page } from './parts.ts';
import { fieldId, type Table, tableId } from './tables.ts';
import { addressOf } from './topics.ts';

/** A place that the search finds: its name, the title of its page or table, and its address. */
export type Place = readonly [name: string, within: string, href: string];

/** Returns what the search finds: pages, their sections, operations by path, and fields of records. */
export const searchIndex = (
  pages: readonly (Page & Pick<Content, 'sections'>)[],
  reference: readonly OperationsOf[],
  tables: readonly Table[],
): Place[] => [
  ...pages.flatMap(({ path, title, group, sections }): Place[] => [
    [title, group, path],
    ...sections.filter(isNoRecord).map(({ id, title: name }): Place => [name, title, `${path}#${id}`]),
  ]),
  ...reference.flatMap(({ topic, operations }) =>
    operations.map(
      ({ name, method, path }): Place => [`${method} ${path}`, topic.title, `${addressOf(topic)}#${name}`],
    ),
  ),
  ...tables
    .filter(({ href }) => href)
    .flatMap(({ title, resource, href }) =>
      Object.keys(resource.fields).map(
        (name): Place => [name, title, href.replace(tableId(title), fieldId(title, name))],
      ),
    ),
];

/** Returns the words of each section by its address, without those of examples: what the search finds in the text. */
export const searchWords = (pages: readonly (Page & Pick<Content, 'sections'>)[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pages.flatMap(({ path, sections }) =>
      sections.filter(isNoRecord).map(({ id, body }) => [`${path}#${id}`, wordsIn(body.text)] as const),
    ),
  );

/** The fields of records are places of their own. */
const isNoRecord = ({ id }: { readonly id: string }): boolean => !id.startsWith('record-');

const wordsIn = (markup: string): string => {
  const text = markup
    .replaceAll(/<pre[\s\S]*?<\/pre>/g, ' ')
    .replaceAll(/<[^>]*>|&\w+;/g, ' ')
    .toLowerCase();
  return [...new Set(text.match(/\p{L}[\p{L}\p{Nd}_-]{2,}/gu))].join(' ');
};
