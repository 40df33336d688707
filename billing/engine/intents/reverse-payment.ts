import { isOutage, isRefusal } from '../../domain/payments/decline-codes.ts';
import type { GatewayFee, GatewayResult, Lookup, PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { FollowUpRequest, Gateways } from '../../ports/gateway.ts';

/** Declines which mean that the payment has been reversed before. */
export const UNDONE: ReadonlySet<string> = new Set([
  'transaction_already_voided',
  'transaction_already_refunded',
  'authorization_expired',
]);

/**
 * The outcome of reversing a payment. `nothing`: it took and authorized nothing. `settling`: its bank has not settled
 * it. `unknown`: the gateway does not respond.
 */
export interface Reversal {
  readonly outcome: 'reversed' | 'nothing' | 'settling' | 'unknown';
  /** Fee that the gateway has charged for a dispute that was accepted. */
  readonly fee?: GatewayFee | undefined;
}

const comesTo = (result: GatewayResult | PaymentResult): Reversal | { readonly error_code: string } => {
  if (!isRefusal(result)) {
    return { outcome: 'reversed', fee: result.outcome === 'succeeded' ? result.dispute_fee : undefined };
  }
  // A gateway that was not reached has not declined: the reversal is repeated.
  if (result.outcome === 'unknown' || isOutage(result.error_code)) return { outcome: 'unknown' };
  return UNDONE.has(result.error_code) ? { outcome: 'reversed' } : { error_code: result.error_code };
};

/**
 * Reverses the gateway operation of an intent: looks it up by its idempotency key and voids it, or refunds it if it has
 * settled; a disputed payment by accepting the dispute. While its bank has not settled it, and when the gateway does
 * not respond, the same call may be repeated. Throws when the gateway declines, or no longer exists.
 *
 * @param through the reference through which it is reversed, if not its own: a capture's is that of its authorization
 */
export const reversePayment = async (
  gateways: Pick<Gateways, 'lookup' | 'void' | 'refund'>,
  { site, at }: Pick<Caller, 'site' | 'at'>,
  { id, gateway_code, gateway_key, correlation }: Intent,
  through: string | null = null,
): Promise<Reversal> => {
  // A payment that is made elsewhere has no gateway operation.
  if (gateway_code === '') return { outcome: 'nothing' };
  const request = { site, at, gateway_code, correlation };
  const found = await gateways.lookup({ ...request, key: gateway_key });
  if (found.outcome === 'unknown') return { outcome: 'unknown' };
  if (found.outcome === 'not_found') return { outcome: 'nothing' };
  const { result, currency, settlement } = found;
  if (result.outcome === 'action_required') return cancelWaiting(gateways, request, found, gateway_key);
  if (isRefusal(result)) return { outcome: 'nothing' };
  if (settlement === 'scheduled' || settlement === 'processing') return { outcome: 'settling' };

  const reference = through ?? result.reference ?? '';
  const payment = { ...request, reference, amount_in_cents: result.amount_in_cents, currency };
  const voided = comesTo(await gateways.void({ ...payment, key: `${gateway_key}/reverse` }));
  if ('outcome' in voided) return voided;
  const refunded = comesTo(
    await gateways.refund({ ...payment, key: `${gateway_key}/reverse-by-refund`, accepts_dispute: true }),
  );
  if ('outcome' in refunded) return refunded;
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
): Promise<Reversal> => {
  const { reference, amount_in_cents } = result;
  if (reference === null) return { outcome: 'reversed' };
  const key = `${gateway_key}/reverse`;
  const canceled = await gateways.void({ ...request, key, reference, amount_in_cents, currency });
  // One that cannot be canceled any more has ended; of a gateway that was not reached, that is not known.
  const reversal = comesTo(canceled);
  return { outcome: 'outcome' in reversal && reversal.outcome === 'unknown' ? 'unknown' : 'reversed' };
};
