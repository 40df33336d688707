import type { ListQuery, Page } from '../../ports/listing.ts';
import type { Seconds } from '../../values/time.ts';

/** A record of a list that is computed on request. */
export interface ComputedRecord {
  readonly key: string;
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
}

type Range = Omit<ListQuery<unknown>, 'filter'>;

/** Returns the records within the bounds of a query, in its order. */
export const recordsWithin = <T extends ComputedRecord>(
  records: readonly T[],
  { sort, order, begin, end }: Range,
): readonly T[] => {
  const sign = order === 'asc' ? 1 : -1;
  return records
    .filter((one) => (begin === undefined || one[sort] >= begin) && (end === undefined || one[sort] <= end))
    .toSorted((one, other) => sign * compared(one[sort], one.key, other[sort], other.key));
};

/** Returns the page of a list whose records are all at hand, by the same rules as one that storage reads. */
export const pageAmong = <T extends ComputedRecord>(records: readonly T[], query: Range): Page<T> => {
  const { sort, order, from, limit } = query;
  const ordered = recordsWithin(records, query);
  if (!from) return { records: ordered.slice(0, limit), more: ordered.length > limit };
  const sign = order === 'asc' ? 1 : -1;
  const place = (one: T): number => sign * compared(one[sort], one.key, from.at, from.id);
  const ahead = ordered.filter((one) => (from.back ? place(one) < 0 : place(one) > 0));
  return { records: from.back ? ahead.slice(-limit) : ahead.slice(0, limit), more: ahead.length > limit };
};

const compared = (at: Seconds, key: string, otherAt: Seconds, otherKey: string): number => {
  if (at !== otherAt) return at - otherAt;
  if (key === otherKey) return 0;
  return key < otherKey ? -1 : 1;
};
