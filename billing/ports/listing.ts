import type { Seconds } from '../values/time.ts';

/** A page of a list, in a given order, from a position. */
export interface ListQuery<Filter> {
  readonly filter: Filter;
  readonly sort: 'created_at' | 'updated_at';
  readonly order: 'asc' | 'desc';
  /** Inclusive bounds on the sort attribute. */
  readonly begin?: Seconds;
  readonly end?: Seconds;
  readonly limit: number;
  /** The records up to which a count or a sum goes; it has all of them unless given. A list ignores it. */
  readonly most?: number;
  /** Continue after this position, or before it with `back`. */
  readonly from?: Position;
}

export interface Position {
  readonly id: string;
  readonly at: Seconds;
  readonly back: boolean;
}

export interface Page<T> {
  /** The records in the requested order, also when paging back. */
  readonly records: readonly T[];
  /** More records follow in the requested direction. */
  readonly more: boolean;
}

/** A list that can be paged and counted; a count ignores `limit` and `from`. */
export interface Listing<T, Filter> {
  list(query: ListQuery<Filter>): Promise<Page<T>>;
  count(query: ListQuery<Filter>): Promise<number>;
}
