import type { AuditAction } from '../../domain/audit-log/areas.ts';
import { isOutage, isRefusal } from '../../domain/payments/decline-codes.ts';
import type { PaymentResult } from '../../domain/payments/gateway-result.ts';
import { type GatewayOnly, operationName } from '../../domain/reconciliation/difference.ts';
import { UNDONE } from '../../engine/intents/reverse-payment.ts';
import { REFUNDED } from '../../engine/reconciliation/compare.ts';
import { notReconcilable } from '../../engine/reconciliation/plan-adoption.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';

interface RefundingDeps {
  readonly storage: Storage;
  readonly gateways: Pick<Gateways, 'void' | 'refund'>;
  readonly world: World;
}

/**
 * Returns a payment that only a gateway has to the customer: voids it, or refunds what is left of it. The books never
 * had it, so only the audit log shows it. Its idempotency keys follow from the reference of the payment: repeated, it
 * returns nothing twice. Throws `gateway_silent`, after which it may be repeated, and `not_reconcilable` when the
 * gateway declines.
 */
export const refundOperation =
  ({ storage, gateways, world }: RefundingDeps) =>
  async (caller: Caller, found: GatewayOnly): Promise<void> => {
    const { site, at, correlation } = caller;
    const { gateway_code, operation, left_in_cents: amount_in_cents, state } = found;
    const { currency, result, returned_in_cents } = operation;
    const reference = result.reference ?? '';
    const record = (action: AuditAction) =>
      storage.transaction(site.id, ({ auditLog }) =>
        auditLog.append(auditEntry(world, caller, action, operationName(found))),
      );
    const request = { site, gateway_code, at, correlation, reference, amount_in_cents, currency };

    await record('reconciliation.refund_requested');
    // A payment of which a part was returned can no longer be voided.
    const voids = returned_in_cents === 0;
    const voided = voids && isDone(found, await gateways.void({ ...request, key: `reconcile/${reference}/void` }));
    if (!voided) {
      if (state === 'authorized') throw notReconcilable(found, 'declined');
      const key = `reconcile/${reference}/refund/${returned_in_cents}`;
      if (!isDone(found, await gateways.refund({ ...request, key }))) throw notReconcilable(found, 'declined');
    }
    await record(REFUNDED);
  };

/** Whether the gateway has returned it. Throws `gateway_silent` when it has not answered. */
const isDone = ({ gateway_code }: GatewayOnly, answer: PaymentResult): boolean => {
  if (!isRefusal(answer)) return true;
  if (answer.outcome === 'unknown' || isOutage(answer.error_code)) {
    throw new Failure('gateway_silent', { value: gateway_code, reason: answer.error_code });
  }
  return UNDONE.has(answer.error_code);
};
