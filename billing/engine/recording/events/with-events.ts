import type { Storage } from '../../../ports/storage.ts';
import type { Ids } from '../../../values/ids.ts';
import { watchRevenue } from '../revenue/watch-revenue.ts';
import { recordEvents } from './recording.ts';

/**
 * Returns the same storage, whose transactions also append the events of their changes, and record how they move the
 * recurring revenue.
 */
export const withEvents = (storage: Storage, deps: { readonly ids: Ids }): Storage => ({
  of: storage.of,
  snapshot: storage.snapshot,
  transaction: (siteId, work, how) =>
    storage.transaction(
      siteId,
      async (original) => {
        const revenue = watchRevenue(original, deps);
        const { records, append } = recordEvents(revenue.records, deps, how?.correlation);
        const value = await work(records);
        await append();
        await revenue.recordMovements();
        return value;
      },
      how,
    ),
});
