import type { NotificationOutcome } from '../../domain/gateway-notifications/record.ts';
import type { RefundFailed } from '../../domain/payments/gateway-notification.ts';
import type { NotificationContext } from '../disputes/notification-context.ts';
import { notifyOfFailedRefund } from '../disputes/notify-of-dispute.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { refundReturned } from '../recording/payments/settle-refund.ts';

/** Records that a refund which had succeeded has failed: its amount is the customer's credit again. */
export const failRefund = async (
  applying: NotificationContext,
  { reference, reason }: RefundFailed,
): Promise<NotificationOutcome> => {
  const { records, world, caller, gateway_code } = applying;
  const refund = await records.transactions.byReference(gateway_code, reference);
  if (!refund) return 'unmatched';
  if (refund.action !== 'refund' || refund.status === 'failed' || refund.status === 'declined') return 'superseded';
  await refundReturned({ records, world, at: caller.at }, refund, reason);
  await notifyOfFailedRefund(applying, refund);
  await records.auditLog.append(auditEntry(world, caller, 'refund.failed', refund.uuid));
  return 'applied';
};
