import { MOST_TOTALLED, type RowPage, type RowQuery } from '@service/billing/queries/lists/row-list.ts';
import { DAY } from '@service/billing/values/time.ts';
import type { Markup } from '../../documents/html.ts';
import type { Form } from '../../http/bodies/form.ts';
import type { ListFilter, ListRows } from './list-page.ts';
import { cursorText, positionOf } from './parts/cursor.ts';
import { typedDay } from './parts/typed-day.ts';
import type { ConsoleVisit } from './visit.ts';

const ROWS = 50;

/** The filters by date of every list, with the XML API's names. */
export const DATE_FILTERS: readonly ListFilter[] = [
  { name: 'begin_time', label: 'Created from', type: 'date' },
  { name: 'end_time', label: 'Created to', type: 'date' },
];

/** The order of every list. */
export const ORDER_FILTER: ListFilter = {
  name: 'order',
  label: 'Order',
  none: 'Newest first',
  choices: [['asc', 'Oldest first']],
};

/** Returns the part of a query that all lists have. */
export const rowQuery = ({ site }: ConsoleVisit, filters: Form, cursor?: string): RowQuery => {
  const begin = typedDay(site, filters.begin_time);
  const end = typedDay(site, filters.end_time);
  return {
    limit: ROWS,
    from: positionOf(cursor),
    begin,
    // The whole of the last day.
    end: end === undefined ? undefined : end + DAY - 1,
    order: filters.order === 'asc' ? 'asc' : 'desc',
    totals: filters.totals === 'all' ? 'all' : undefined,
  };
};

/**
 * Returns a page of rows as a list shows it. `describe` returns the number of records, in words, before their sums: of
 * very many records, that there are more is all that is shown.
 */
export const listedRows = <Row, Totals extends { readonly count: number }>(
  { records, next, previous, totals, partial }: RowPage<Row, Totals>,
  describe: (totals: Totals) => readonly (Markup | string)[],
): ListRows<Row> => ({
  rows: records,
  next: next && cursorText(next),
  previous: previous && cursorText(previous),
  totals: totals === undefined ? [] : partial ? [beyond(describe, totals)] : describe(totals),
  partial,
});

/** `more than 10,000 invoices`. */
const beyond = <Totals extends { readonly count: number }>(
  describe: (totals: Totals) => readonly (Markup | string)[],
  totals: Totals,
): string => `more than ${describe({ ...totals, count: MOST_TOTALLED })[0]}`;

/** Returns the number up to which a list counts its records. */
export const mostCounted = ({ totals }: Form): number | undefined => (totals === 'all' ? undefined : MOST_TOTALLED + 1);

/** Returns the total of a list whose records were counted up to `mostCounted`. */
export const countedTotal = (
  filters: Form,
  count: number,
  ...names: readonly [one: string, many?: string]
): Pick<ListRows<unknown>, 'totals' | 'partial'> =>
  filters.totals !== 'all' && count > MOST_TOTALLED
    ? { totals: [`more than ${countInWords(MOST_TOTALLED, ...names)}`], partial: true }
    : { totals: [countInWords(count, ...names)] };

/** `1,204 invoices`. */
export const countInWords = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Returns a filter's value if it is one of those that the list knows. */
export const knownValue = <const T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value);
