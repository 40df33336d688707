import type { DraftInvoice } from '../../domain/invoices/draft.ts';
import { isRefusal } from '../../domain/payments/decline-codes.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { voidAtGateway } from '../../engine/intents/follow-up.ts';
import { INTENT_LEASE_MS, type PaymentDeps } from '../../engine/intents/open-intent.ts';
import { UNDONE } from '../../engine/intents/reverse-payment.ts';
import { authorizationLease, findAuthorization } from '../../engine/orders/authorization.ts';
import { endAuthorization } from '../../engine/orders/authorization-intent.ts';
import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Seconds } from '../../values/time.ts';

export type Canceled = { readonly outcome: 'canceled'; readonly draft: OrderDraft } | Declined;

/**
 * Cancels an authorized purchase: voids the authorization, whose transaction is the only record that remains. The
 * decision is recorded first, so that nothing is captured any more; if the gateway does not respond, the worker
 * completes the cancellation. Throws `not_found`.
 */
export const cancelPurchase =
  ({ storage, gateways }: Pick<PaymentDeps, 'storage' | 'gateways'>) =>
  async (caller: Caller, sent: string): Promise<Canceled> => {
    const { site, at } = caller;
    const found = await storage.transaction(site.id, async (records) => {
      const open = await findAuthorization(records, sent, at);
      if ('outcome' in open) return open;
      const expires = authorizationLease(open.transaction.created_at);
      const leased_until_ms = Math.min(at * 1000 + INTENT_LEASE_MS, expires);
      await records.intents.save({ ...open.intent, reversing: true, leased_until_ms });
      return open;
    });
    if ('outcome' in found) return found;
    const { transaction, intent, payload } = found;
    const { gateway_code, reference, amount_in_cents, currency } = transaction;
    if (gateway_code !== null) {
      const key = `${intent.gateway_key}/cancel`;
      const payment = { reference: reference ?? '', amount_in_cents, currency };
      const answer = await voidAtGateway(gateways, caller, { gateway_code, key, ...payment });
      if (isRefusal(answer) && !UNDONE.has(answer.error_code)) {
        if (answer.outcome !== 'unknown') await storage.transaction(site.id, ({ intents }) => intents.save(intent));
        return { outcome: 'declined', error_code: answer.error_code };
      }
    }
    await storage.transaction(site.id, (records) => endAuthorization(records, intent.id, at));
    return {
      outcome: 'canceled',
      draft: { ...payload.draft, charge: payload.draft.charge && neverPaid(payload.draft.charge, at) },
    };
  };

/** Returns the invoice that the authorization would have paid. It is not stored, and nothing is owed for it. */
const neverPaid = ({ invoice, lines }: DraftInvoice, at: Seconds): DraftInvoice => ({
  invoice: { ...invoice, state: 'failed', closed_at: at, balance_in_cents: 0, refundable_total_in_cents: 0 },
  lines,
});
