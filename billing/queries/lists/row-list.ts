import type { Caller } from '../../ports/caller.ts';
import type { Listing, ListQuery, Position } from '../../ports/listing.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { pageAmong, recordsWithin } from './page-among.ts';
import type { PinnedQueryDeps, QueryDeps } from './site-query.ts';

/** The query of every list of rows; each list adds its filters. */
export interface RowQuery {
  /** Bounds of the date of creation, both included. */
  readonly begin?: Seconds | undefined;
  readonly end?: Seconds | undefined;
  /** The order of the dates of creation; `desc`, newest first, unless given. */
  readonly order?: 'asc' | 'desc' | undefined;
  readonly limit: number;
  /** `next` or `previous` of another page of the same query. */
  readonly from?: Position | undefined;
  /** `false` leaves the totals out; `all` has every record in them, however many there are. */
  readonly totals?: false | 'all' | undefined;
}

/** Records up to which totals have all of them: to add up a million would take longer than to read a page. */
export const MOST_TOTALLED = 10_000;

/** A page of rows, and the totals of the records that meet the filters, whatever the page. */
export interface RowPage<Row, Totals> {
  readonly records: readonly Row[];
  /** The beginnings of the next and the previous page; undefined where there is none. */
  readonly next: Position | undefined;
  readonly previous: Position | undefined;
  /** Undefined only if the query leaves them out. */
  readonly totals: Totals | undefined;
  /** More than 10,000 records meet the filters, and the totals lack the others. */
  readonly partial: boolean;
}

interface Counted {
  readonly count: number;
}

/** The parts of a list of rows: how it is filtered, and how the records of a page become rows. */
interface RowSource<Query extends RowQuery, T, Filter, Row, Totals extends Counted> {
  readonly listing: (records: Records) => Listing<T, Filter>;
  readonly filter: (query: Query, caller: Pick<Caller, 'site' | 'at'>, records: Records) => Filter | Promise<Filter>;
  readonly place: (record: T) => Omit<Position, 'back'>;
  /** Reads what belongs to the records of a page, together. */
  readonly rows: (records: Records, page: readonly T[], caller: Pick<Caller, 'site' | 'at'>) => Promise<readonly Row[]>;
  readonly totals: (records: Records, query: ListQuery<Filter>) => Promise<Totals>;
  /** Adds up the records of the only page; unless given, they are read for it. */
  readonly few?: (page: readonly T[]) => Totals;
}

/** Reads a page of a list for a caller. */
export type RowList<Query extends RowQuery, Row, Totals> = (
  caller: Pick<Caller, 'site' | 'at'>,
  query: Query,
) => Promise<RowPage<Row, Totals>>;

/** Returns the query of a list of rows. */
export const rowList =
  <Query extends RowQuery, T, Filter, Row, Totals extends Counted>(source: RowSource<Query, T, Filter, Row, Totals>) =>
  ({ storage }: QueryDeps): RowList<Query, Row, Totals> =>
  async (caller, query) => {
    const records = storage.of(caller.site.id);
    const { begin, end, order = 'desc', limit, from, totals: totalled } = query;
    const listed: ListQuery<Filter> = {
      filter: await source.filter(query, caller, records),
      sort: 'created_at',
      order,
      limit,
      ...(begin === undefined ? {} : { begin }),
      ...(end === undefined ? {} : { end }),
      ...(from && { from }),
    };
    const page = await source.listing(records).list(listed);
    const isOnly = from === undefined && !page.more;
    const [totals, rows] = await Promise.all([
      totalled === false
        ? undefined
        : isOnly && source.few
          ? source.few(page.records)
          : source.totals(records, totalled === 'all' ? listed : { ...listed, most: MOST_TOTALLED + 1 }),
      page.records.length > 0 ? source.rows(records, page.records, caller) : [],
    ]);
    return {
      records: rows,
      ...edgesOf(page.records.map(source.place), page.more, from),
      totals,
      partial: totalled !== 'all' && totals !== undefined && totals.count > MOST_TOTALLED,
    };
  };

/** Returns the beginnings of the pages after and before a page. */
const edgesOf = (places: readonly Omit<Position, 'back'>[], more: boolean, from: Position | undefined) => {
  const [first, last] = [places[0], places.at(-1)];
  const isBack = from?.back ?? false;
  const hasNext = isBack || more;
  const hasPrevious = isBack ? more : from !== undefined;
  return {
    next: hasNext && last ? { ...last, back: false } : undefined,
    previous: hasPrevious && first ? { ...first, back: true } : undefined,
  };
};

/** Returns a page of rows that are all at hand, by the same rules as one that storage reads. */
export const rowsAmong = <Row>(
  rows: readonly Row[],
  place: (row: Row) => Omit<Position, 'back'>,
  { begin, end, order = 'desc', limit, from }: RowQuery,
): RowPage<Row, Counted> => {
  const records = rows.map((row) => {
    const { id, at } = place(row);
    return { row, key: id, created_at: at, updated_at: at };
  });
  const query = {
    ...({ sort: 'created_at', order, limit } as const),
    ...(begin === undefined ? {} : { begin }),
    ...(end === undefined ? {} : { end }),
    ...(from && { from }),
  };
  const page = pageAmong(records, query);
  const shown = page.records.map(({ row }) => row);
  return {
    records: shown,
    ...edgesOf(shown.map(place), page.more, from),
    totals: { count: recordsWithin(records, query).length },
    partial: false,
  };
};

/** Rows that are read together for a file. */
const ROWS_AT_ONCE = 500;

/**
 * Reads all rows that meet the filters of a query, in its order, 500 at a time and no faster than they are consumed.
 * All are of one moment: what changes while they are read neither adds nor removes one, nor brings one twice.
 */
export const everyRow = <Query extends RowQuery, Row>(
  { storage }: PinnedQueryDeps,
  listOf: (deps: QueryDeps) => RowList<Query, Row, unknown>,
  caller: Pick<Caller, 'site' | 'at'>,
  query: Omit<Query, 'limit' | 'from' | 'totals'>,
): AsyncGenerator<Row, void> =>
  storage.snapshot(async function* pages(snapshot) {
    const list = listOf({ storage: snapshot });
    let from: Position | undefined;
    do {
      const page: RowPage<Row, unknown> = await list(caller, {
        ...{ ...query, from },
        ...{ limit: ROWS_AT_ONCE, totals: false },
      } as Query);
      yield* page.records;
      from = page.next;
    } while (from);
  });
