import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';

export interface QueryDeps {
  readonly storage: Pick<Storage, 'of'>;
}

/** The dependencies of what reads many records of one moment. */
export interface PinnedQueryDeps {
  readonly storage: Pick<Storage, 'of' | 'snapshot'>;
}

/** Returns a query on the caller's site, outside any transaction, from a function that reads records. */
export const siteQuery =
  <Rest extends readonly unknown[], Result>(read: (records: Records, ...rest: Rest) => Result) =>
  ({ storage }: QueryDeps) =>
  ({ site }: Pick<Caller, 'site'>, ...rest: Rest): Result =>
    read(storage.of(site.id), ...rest);
