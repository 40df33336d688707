import type { ListQuery, Page, Position } from '@service/billing/ports/listing.ts';
import type { ListedRecord } from '../endpoint.ts';
import { writeCursor } from './cursor.ts';
import { CARRIED, DEFAULT_ORDER } from './parameters.ts';

interface Shown {
  /** The list's own absolute URL, without parameters. */
  readonly url: string;
  /** The parameters of the request. */
  readonly sent: URLSearchParams;
  /** The list's own filters, by the names of their parameters. */
  readonly filters: readonly string[];
  readonly query: Pick<ListQuery<unknown>, 'sort' | 'order' | 'from'>;
  readonly page: Page<ListedRecord>;
  readonly idOf: (record: ListedRecord) => string;
}

/**
 * The `Link` header of a page: `next` while more records follow, and from the second page on `start` and `prev`.
 * Undefined for a list that is one page. Clients use the URLs as they are, so each has all parameters.
 */
export const linkHeader = ({ url, sent, filters, query, page, idOf }: Shown): string | undefined => {
  const { sort, order, from } = query;
  // An order that came with the cursor is not known to a link without one.
  const unsaid: Readonly<Record<string, string | undefined>> = {
    ...(sort !== DEFAULT_ORDER.sort && { sort }),
    ...(order !== DEFAULT_ORDER.order && { order }),
  };
  const to = (position: Position | undefined): string => {
    const carried = [...filters, ...CARRIED].flatMap((name) => {
      const value = sent.get(name) || unsaid[name];
      return value ? [[name, value]] : [];
    });
    const parameters = new URLSearchParams(carried);
    if (position) parameters.set('cursor', writeCursor(position, { sort, order }));
    return parameters.size > 0 ? `${url}?${parameters}` : url;
  };
  const beside = (record: ListedRecord | undefined, back: boolean): Position | undefined =>
    record && { id: idOf(record), at: record[sort] ?? record.created_at, back };

  const first = beside(page.records.at(0), true);
  const last = beside(page.records.at(-1), false);
  const { next, start, prev } = directions(page, from);
  const links = [
    next && last && `<${to(last)}>; rel="next"`,
    start && `<${to(undefined)}>; rel="start"`,
    prev && first && `<${to(first)}>; rel="prev"`,
  ];
  return links.filter(Boolean).join(', ') || undefined;
};

/**
 * The directions in which records follow a page. A page that was reached backwards is always followed by the one it was
 * reached from.
 */
const directions = ({ more }: Page<ListedRecord>, from: Position | undefined) => {
  if (!from) return { next: more, start: false, prev: false };
  if (from.back) return { next: true, start: more, prev: more };
  return { next: more, start: true, prev: true };
};
