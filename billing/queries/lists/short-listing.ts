import type { Listing, ListQuery } from '../../ports/listing.ts';
import type { Seconds } from '../../values/time.ts';

/** A record of a short list, and its position in the order. */
interface Placed {
  /** 32 hexadecimal digits. */
  readonly key: string;
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
}

/** Returns the listing of so few records that all of them are read: some of them are not stored. */
export const shortListing = <T extends Placed>(
  read: () => Promise<readonly T[]>,
): Listing<T, Readonly<Record<never, never>>> => ({
  async list(query) {
    const { sort, order, from, limit } = query;
    const ascending = (order === 'asc') !== (from?.back ?? false);
    const compare = (one: Place, other: Place): number =>
      (one.at - other.at || (one.id < other.id ? -1 : Number(one.id > other.id))) * (ascending ? 1 : -1);
    const place = (record: T): Place => ({ id: record.key, at: record[sort] });
    const ahead = within(await read(), query)
      .toSorted((one, other) => compare(place(one), place(other)))
      .filter((record) => !from || compare(place(record), from) > 0);
    const records = ahead.slice(0, limit);
    return { records: from?.back ? records.reverse() : records, more: ahead.length > limit };
  },
  count: async (query) => Math.min(within(await read(), query).length, query.most ?? Infinity),
});

interface Place {
  readonly id: string;
  readonly at: Seconds;
}

const within = <T extends Placed, Filter>(records: readonly T[], { sort, begin, end }: ListQuery<Filter>): T[] =>
  records.filter((record) => record[sort] >= (begin ?? -Infinity) && record[sort] <= (end ?? Infinity));
