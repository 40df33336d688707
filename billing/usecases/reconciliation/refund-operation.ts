import type { AuditAction } from '../../domain/audit-log/areas.ts';
import { type GatewayOnly, operationName } from '../../domain/reconciliation/difference.ts';
import { returnOperation } from '../../engine/intents/return-operation.ts';
import { REFUNDED } from '../../engine/reconciliation/compare.ts';
import { notReconcilable } from '../../engine/reconciliation/plan-adoption.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';

interface OperationRefundDeps {
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
  ({ storage, gateways, world }: OperationRefundDeps) =>
  async (caller: Caller, found: GatewayOnly): Promise<void> => {
    const record = (action: AuditAction) =>
      storage.transaction(caller.site.id, ({ auditLog }) =>
        auditLog.append(auditEntry(world, caller, action, operationName(found))),
      );
    await record('reconciliation.refund_requested');
    if (!(await returnOperation(gateways, caller, found))) throw notReconcilable(found, 'declined');
    await record(REFUNDED);
  };
