import type { Caller } from '../../caller.ts';
import { findAuthorization } from '../../engine/orders/authorization.ts';
import type { OrderDraft } from '../../engine/orders/draft-order.ts';
import type { IntentDeps } from '../../engine/payments/open-intent.ts';
import { abandon } from '../../engine/payments/reverse-abandoned.ts';
import type { Declined } from '../../payments/declined.ts';

export type Canceled = { readonly outcome: 'canceled'; readonly draft: OrderDraft } | Declined;

/**
 * Cancels an authorized purchase: voids the authorization, whose transaction is the only record that remains. Throws
 * `not_found`.
 */
export const cancelPurchase =
  ({ storage, gateways }: Pick<IntentDeps, 'storage' | 'gateways'>) =>
  async (caller: Caller, sent: string): Promise<Canceled> => {
    const { site, correlation, at } = caller;
    const found = await findAuthorization(storage.of(site.id), sent, at);
    if ('outcome' in found) return found;
    const { transaction, intent, payload } = found;
    const { gateway_code, reference, amount_in_cents, currency } = transaction;
    if (gateway_code !== null) {
      const key = `${intent.gateway_key}/cancel`;
      const payment = { reference: reference ?? '', amount_in_cents, currency };
      const answer = await gateways.void({ site, gateway_code, key, at, correlation, ...payment });
      if (answer.outcome !== 'succeeded') return { outcome: 'declined', error_code: answer.error_code };
    }
    await storage.transaction(site.id, (records) => abandon(records, intent.id, at));
    return { outcome: 'canceled', draft: payload.draft };
  };
