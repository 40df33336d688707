import type { PayoutFetch } from '../../domain/payouts/payout-fetch.ts';
import type { PayoutDeps } from '../../engine/reconciliation/book-payouts.ts';
import { payoutsNotTold } from '../../engine/reconciliation/gather-payouts.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { AdapterDirectory } from '../../ports/gateway-accounts.ts';
import { needGatewayAccount } from '../../queries/payments/gateway-accounts.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { nextNight } from '../../values/periods/zone-days.ts';

interface ScheduleDeps extends PayoutDeps {
  readonly adapters: AdapterDirectory;
}

/**
 * Fetches the payouts of a gateway account every night from the next one on, or no more. Returns the fetch; undefined
 * where there is none any more. Throws `not_found`, and `precondition_failed` for an account whose gateway tells
 * programs nothing of its payouts.
 */
export const schedulePayoutFetch =
  ({ storage, world, adapters }: ScheduleDeps) =>
  (caller: Caller, gateway_code: string, isOn: boolean): Promise<PayoutFetch | undefined> =>
    storage.transaction(caller.site.id, async (records) => {
      const { payouts, auditLog } = records;
      const { site, at } = caller;
      const { adapter } = await needGatewayAccount(records, gateway_code);
      if (isOn && !adapters[adapter]?.tellsPayouts) throw payoutsNotTold(gateway_code);
      const before = await payouts.findFetch(gateway_code);
      if (Boolean(before) === isOn) return before;
      const action = isOn ? 'payout.fetch_scheduled' : 'payout.fetch_unscheduled';
      await auditLog.append(auditEntry(world, caller, action, gateway_code));
      if (!isOn) {
        await payouts.removeFetch(gateway_code);
        return undefined;
      }
      const next_at = nextNight(site.time_zone, dayIn(site.time_zone, at));
      const fetch: PayoutFetch = { gateway_code, next_at, running_until_ms: null, fetched_at: null, left_out: [] };
      await payouts.saveFetch(fetch);
      return fetch;
    });
