import type { RowPage, RowQuery } from '@service/billing/queries/row-list.ts';
import type { Form } from '../../../http/bodies/form.ts';
import type { ConsoleVisit } from '../visit.ts';
import { cursorText, positionOf } from './cursor.ts';
import type { ListFilter, ListRows } from './list-page.ts';
import { typedDay } from './typed-day.ts';

const ROWS = 50;
const DAY = 86_400;

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
  };
};

/** Returns a page of rows as a list shows it. */
export const listedRows = <Row, Totals>(
  { records, next, previous, totals }: RowPage<Row, Totals>,
  describe: (totals: Totals) => readonly string[],
): ListRows<Row> => ({
  rows: records,
  next: next && cursorText(next),
  previous: previous && cursorText(previous),
  totals: totals === undefined ? [] : describe(totals),
});

/** `1,204 invoices`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Returns a filter's value if it is one of those that the list knows. */
export const knownValue = <const T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value);
