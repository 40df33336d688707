import type { PinnedQueryDeps } from './site-query.ts';

/** Returns what `read` finds in records that are all of one moment, whatever changes meanwhile. */
export const atOneMoment = async <T>(
  { storage }: PinnedQueryDeps,
  read: (deps: PinnedQueryDeps) => Promise<T>,
): Promise<T> => {
  const found = storage.snapshot(async function* once(snapshot) {
    yield await read({ storage: { of: snapshot.of, snapshot: (further) => further(snapshot) } });
  });
  for await (const value of found) return value;
  throw new Error('A snapshot yields what is read of it.');
};
