import type { Caller } from '../../caller.ts';
import type { GatewayResult, Lookup, PaymentResult } from '../../payments/gateway-result.ts';
import type { Intent } from '../../payments/intent.ts';
import type { FollowUpRequest, Gateways } from '../../ports/gateway.ts';
import { readPayload } from './intent-payload.ts';

/** Declines which mean that the payment has been reversed before. */
export const UNDONE: ReadonlySet<string> = new Set([
  'transaction_already_voided',
  'transaction_already_refunded',
  'authorization_expired',
]);

/** The result of an attempt to reverse a payment. */
type Attempt = 'reversed' | 'unknown' | { readonly error_code: string };

const comesTo = (result: GatewayResult | PaymentResult): Attempt => {
  if (!('error_code' in result)) return 'reversed';
  if (result.outcome === 'unknown') return 'unknown';
  return UNDONE.has(result.error_code) ? 'reversed' : { error_code: result.error_code };
};

/**
 * Reverses the gateway operation of an intent: looks it up by its idempotency key and voids it, or refunds it if it has
 * settled; a disputed payment by accepting the dispute. Returns `nothing` when it took and authorized nothing;
 * `settling` while its bank has not settled it, and `unknown` when the gateway does not respond: the same call may then
 * be repeated. Throws when the gateway declines, or no longer exists.
 */
export const reversePayment =
  ({ gateways }: { readonly gateways: Pick<Gateways, 'lookup' | 'void' | 'refund'> }) =>
  async (
    { site, at }: Pick<Caller, 'site' | 'at'>,
    intent: Intent,
  ): Promise<'reversed' | 'nothing' | 'settling' | 'unknown'> => {
    const { id, kind, gateway_code, gateway_key, correlation } = intent;
    // A payment that is made elsewhere has no gateway operation.
    if (gateway_code === '') return 'nothing';
    const request = { site, at, gateway_code, correlation };
    const found = await gateways.lookup({ ...request, key: gateway_key });
    if (found.outcome === 'unknown') return 'unknown';
    if (found.outcome === 'not_found') return 'nothing';
    const { result, currency, settlement } = found;
    if (result.outcome === 'action_required') return cancelWaiting(gateways, request, found, gateway_key);
    if ('error_code' in result) return 'nothing';
    if (settlement === 'scheduled' || settlement === 'processing') return 'settling';

    // A capture is reversed through its authorization.
    const authorization = kind === 'payment' ? readPayload(intent, 'payment').authorization : null;
    const reference = authorization ?? result.reference ?? '';
    const payment = { ...request, reference, amount_in_cents: result.amount_in_cents, currency };
    const voided = comesTo(await gateways.void({ ...payment, key: `${gateway_key}/reverse` }));
    if (typeof voided === 'string') return voided;
    const refunded = comesTo(
      await gateways.refund({ ...payment, key: `${gateway_key}/reverse-by-refund`, accepts_dispute: true }),
    );
    if (typeof refunded === 'string') return refunded;
    throw new Error(
      `Gateway ${gateway_code} neither voids (${voided.error_code}) nor refunds (${refunded.error_code}) the payment of intent ${id}. ` +
        'Reverse it there, then retry.',
    );
  };

/** Cancels an operation that waits for the customer's confirmation, which no transaction has recorded. */
const cancelWaiting = async (
  gateways: Pick<Gateways, 'void'>,
  request: Omit<FollowUpRequest, 'key' | 'reference' | 'amount_in_cents' | 'currency'>,
  { result, currency }: Extract<Lookup, { outcome: 'found' }>,
  gateway_key: string,
): Promise<'reversed' | 'unknown'> => {
  const { reference, amount_in_cents } = result;
  if (reference === null) return 'reversed';
  const key = `${gateway_key}/reverse`;
  const canceled = await gateways.void({ ...request, key, reference, amount_in_cents, currency });
  return canceled.outcome === 'unknown' ? 'unknown' : 'reversed';
};
