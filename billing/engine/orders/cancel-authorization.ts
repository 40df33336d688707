import { isRefusal } from '../../domain/payments/decline-codes.ts';
import type { PaymentResult, Refused } from '../../domain/payments/gateway-result.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Caller } from '../../ports/caller.ts';
import { askIntent, type Verdict, verdictOf } from '../intents/ask-intent.ts';
import { voidAtGateway } from '../intents/follow-up.ts';
import { INTENT_LEASE_MS, type PaymentDeps } from '../intents/open-intent.ts';
import { UNDONE } from '../intents/reverse-payment.ts';
import { authorizationLease, findAuthorization, type OpenAuthorization } from './authorization.ts';
import { endAuthorization } from './authorization-intent.ts';

export type CancellationDeps = Pick<PaymentDeps, 'storage' | 'gateways'>;

export interface CanceledAuthorization extends OpenAuthorization {
  readonly outcome: 'canceled';
}

/**
 * Cancels an authorization. The decision is recorded in its intent first, so that nothing is captured any more; if the
 * gateway does not respond, the worker completes the cancellation. One that the gateway declines to void stays as it
 * was. Throws `not_found`.
 */
export const cancelAuthorization = async (
  deps: CancellationDeps,
  caller: Caller,
  sent: string,
): Promise<CanceledAuthorization | Declined> => {
  const found = await beginCancellation(deps, caller, sent);
  if ('outcome' in found) return found;
  const { transaction, intent } = found;
  const { gateway_code, reference, amount_in_cents, currency } = transaction;
  const end = async (): Promise<CanceledAuthorization> => {
    await deps.storage.transaction(caller.site.id, (records) => endAuthorization(records, intent.id, caller.at));
    return { outcome: 'canceled', ...found };
  };
  if (gateway_code === null) return end();
  const key = `${intent.gateway_key}/cancel`;
  const payment = { gateway_code, key, reference: reference ?? '', amount_in_cents, currency };
  return askIntent<PaymentResult, CanceledAuthorization, Declined>(deps, caller, intent, {
    call: () => voidAtGateway(deps.gateways, caller, payment),
    verdictOf: verdictOfVoid,
    onAccepted: end,
    onRefused: (answer) => ({
      result: { outcome: 'declined', error_code: (answer as Refused).error_code },
      keeps: intent,
    }),
  });
};

/** Returns an authorization as it was before its intent says that it is reversed, or a decline when it has ended. */
const beginCancellation = (
  { storage }: CancellationDeps,
  { site, at }: Caller,
  sent: string,
): Promise<OpenAuthorization | Declined> =>
  storage.transaction(site.id, async (records) => {
    const open = await findAuthorization(records, sent, at);
    if ('outcome' in open) return open;
    const expires = authorizationLease(open.transaction.created_at);
    const leased_until_ms = Math.min(at * 1000 + INTENT_LEASE_MS, expires);
    await records.intents.save({ ...open.intent, reversing: true, leased_until_ms });
    return open;
  });

const verdictOfVoid = (answer: PaymentResult): Verdict =>
  isRefusal(answer) && UNDONE.has(answer.error_code) ? 'accepted' : verdictOf(answer);
