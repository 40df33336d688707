import type { Caller } from '../../ports/caller.ts';
import type { Listing, ListQuery, Page } from '../../ports/listing.ts';
import type { Records } from '../../ports/storage.ts';
import type { QueryDeps } from './site-query.ts';

/** A list of records of the caller's site. */
export interface SiteList<T, Filter> {
  page(caller: Caller, query: ListQuery<Filter>): Promise<Page<T>>;
  /** Returns the total number of records; ignores `limit` and `from`. */
  count(caller: Caller, query: ListQuery<Filter>): Promise<number>;
}

/** Returns the query of a list. `complete` adds data of other records to those of a page. */
export const siteList =
  <T, Filter, Completed = T>(
    listing: (records: Records) => Listing<T, Filter>,
    complete?: (
      listed: readonly T[],
      caller: Caller,
      records: Records,
    ) => readonly Completed[] | Promise<readonly Completed[]>,
  ) =>
  ({ storage }: QueryDeps): SiteList<Completed, Filter> => ({
    async page(caller, query) {
      const records = storage.of(caller.site.id);
      const { records: listed, more } = await listing(records).list(query);
      return { records: complete ? await complete(listed, caller, records) : (listed as readonly never[]), more };
    },
    count: (caller, query) => listing(storage.of(caller.site.id)).count(query),
  });
