import { isOutage, isRefusal } from '../../domain/payments/decline-codes.ts';
import type { PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { GatewayOnly } from '../../domain/reconciliation/difference.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import { Failure } from '../../values/failure.ts';
import { UNDONE } from './reverse-payment.ts';

/**
 * Returns whether a gateway has voided a payment that only it has, or refunded what is left of it. The idempotency keys
 * follow from the reference of the payment, because no intent has recorded it. Throws `gateway_silent`.
 */
export const returnOperation = async (
  gateways: Pick<Gateways, 'void' | 'refund'>,
  { site, at, correlation }: Pick<Caller, 'site' | 'at' | 'correlation'>,
  found: GatewayOnly,
): Promise<boolean> => {
  const { gateway_code, operation, left_in_cents: amount_in_cents, state } = found;
  const { currency, result, returned_in_cents } = operation;
  const reference = result.reference ?? '';
  const request = { site, gateway_code, at, correlation, reference, amount_in_cents, currency };
  // A payment of which a part was returned can no longer be voided.
  const voids = returned_in_cents === 0;
  if (voids && isDone(found, await gateways.void({ ...request, key: `reconcile/${reference}/void` }))) return true;
  if (state === 'authorized') return false;
  const key = `reconcile/${reference}/refund/${returned_in_cents}`;
  return isDone(found, await gateways.refund({ ...request, key }));
};

/** Whether the gateway has returned it. Throws `gateway_silent` when it has not answered. */
const isDone = ({ gateway_code }: GatewayOnly, answer: PaymentResult): boolean => {
  if (!isRefusal(answer)) return true;
  if (answer.outcome === 'unknown' || isOutage(answer.error_code)) {
    throw new Failure('gateway_silent', { value: gateway_code, reason: answer.error_code });
  }
  return UNDONE.has(answer.error_code);
};
