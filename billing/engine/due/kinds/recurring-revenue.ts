import type { Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { siteTime } from '../../../resources/site.ts';
import { countriesOf, movementsOf, permanentDiscounts, revenueNow } from '../../recording/revenue/record-revenue.ts';
import type { DueEntry } from './kind.ts';

/** Subscriptions of earlier releases, whose recurring revenue opens the reports at the present moment. */
export const recurringRevenue = ({
  storage,
  world,
}: {
  readonly storage: Storage;
  readonly world: World;
}): DueEntry => ({
  next: ({ revenue }, until, limit) => revenue.unrecorded(until, limit),
  run: (caller, { id }) =>
    storage.transaction(caller.site.id, async (records) => {
      const subscription = await records.subscriptions.find(id);
      if (!subscription || subscription.mrr) return;
      const at = siteTime(caller.site, world.clock);
      const { account_id, currency } = subscription;
      const after = await revenueNow(records, subscription, {
        discounts: await permanentDiscounts(records, account_id, currency, at),
        isPastDue: await records.revenue.isPastDue(id),
      });
      await records.revenue.keep(id, after);
      const countries = await countriesOf(records, subscription, null);
      await records.revenue.append(movementsOf(world, subscription, { before: null, after, at, countries }));
    }),
});
