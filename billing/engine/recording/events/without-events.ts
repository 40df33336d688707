import type { Storage } from '../../../ports/storage.ts';
import type { Ids } from '../../../values/ids.ts';
import { watchRevenue } from '../revenue/watch-revenue.ts';

/**
 * Returns the same storage, whose transactions record how they move the recurring revenue and append no events: what is
 * brought over from another system is no news, neither for webhooks nor for customers.
 */
export const withoutEvents = (storage: Storage, deps: { readonly ids: Ids }): Storage => ({
  of: storage.of,
  snapshot: storage.snapshot,
  transaction: (siteId, work, how) =>
    storage.transaction(
      siteId,
      async (original) => {
        const revenue = watchRevenue(original, deps);
        const events = { ...original.events, say: () => {}, endPart: () => {} };
        const value = await work({ ...revenue.records, events });
        await revenue.recordMovements();
        return value;
      },
      how,
    ),
});
