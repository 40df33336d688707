import { FORGET_AFTER, NO_GATEWAY } from '../../../domain/gateway-outages/outage.ts';
import { waitOf } from '../../../domain/payments/unanswered.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { queueOutageMail } from '../../recording/outages/open-outage.ts';
import type { DueEntry } from './kind.ts';

/** Seconds until an outage is checked again while invoices wait for the gateway that has answered. */
const AGAIN = 300;

/**
 * Outages whose gateway has answered, or was not asked for four days. The invoices that wait for it are made due at
 * once, the first time it answers; the outage ends once none waits any more, with mail to the technical contact if the
 * gateway has answered.
 */
export const gatewayOutages = ({ storage, world }: { readonly storage: Storage; readonly world: World }): DueEntry => ({
  next: ({ gatewayOutages }, until, limit) => gatewayOutages.dueForCheck(until, limit),
  async run(caller, { id: code, at: due_at }) {
    const { at, site } = caller;
    await storage.transaction(site.id, async (records) => {
      const outage = await records.gatewayOutages.find(code);
      if (outage?.check_at !== due_at) return;
      const waiting = await records.invoices.waitingForGateway(code, at - waitOf(site), 1);
      if (waiting.length === 0) {
        await records.gatewayOutages.remove(code);
        const { since, answered_at: until } = outage;
        if (until !== null)
          await queueOutageMail(records, world, caller, 'gateway_available', { gateway_code: code, since, until });
        return;
      }
      if (outage.answered_at === null) {
        await records.gatewayOutages.save({ ...outage, check_at: at + FORGET_AFTER });
        return;
      }
      if (!outage.collections_resumed && code !== NO_GATEWAY) await records.invoices.hastenWaiting(code, at);
      await records.gatewayOutages.save({ ...outage, collections_resumed: true, check_at: at + AGAIN });
    });
  },
});
