import type { Position } from '@service/billing/ports/listing.ts';
import { rowsAmong } from '@service/billing/queries/lists/row-list.ts';
import type { Form } from '../../http/bodies/form.ts';
import { type RecordList, recordList } from './list-page.ts';
import type { ConsoleRoute } from './route.ts';
import { countInWords, listedRows, rowQuery } from './row-query.ts';
import type { ConsoleVisit } from './visit.ts';

/** A list of records of which a site has so few that all are read at once. */
interface ShortList<Row> extends Omit<RecordList<Row>, 'read' | 'every'> {
  /** Returns the records that meet the filters, those by date excepted. */
  readonly all: (visit: ConsoleVisit, filters: Form) => Promise<readonly Row[]>;
  /** Time of creation and id. */
  readonly place: (row: Row) => Omit<Position, 'back'>;
  /** The name of a record in totals: `key`. */
  readonly one: string;
}

/** A list of few records, with filters in its address, totals, pages, a choice of columns, and CSV. */
export const shortList = <Row>({ all, place, one, ...list }: ShortList<Row>): ConsoleRoute =>
  recordList<Row>({
    ...list,
    read: async (visit, filters, cursor) =>
      listedRows(rowsAmong(await all(visit, filters), place, rowQuery(visit, filters, cursor)), ({ count }) => [
        countInWords(count, one),
      ]),
    async *every(visit, filters) {
      const query = { ...rowQuery(visit, filters), limit: Number.POSITIVE_INFINITY };
      yield* rowsAmong(await all(visit, filters), place, query).records;
    },
  });

/** Whether a text has a part in any case; what was not typed is a part of every text. */
export const hasPart = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase());
