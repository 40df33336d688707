import { NeedsOperator } from '../../due/needs-operator.ts';
import type { NotificationOutcome } from '../../gateway-notifications/record.ts';
import type { RefundFailed } from '../../payments/gateway-notification.ts';
import { auditEntry } from '../audit-entry.ts';
import { tellOfFailedRefund } from '../disputes/tell-of-dispute.ts';
import { isReversal } from '../payments/reverse-payment.ts';
import { refundReturned } from '../payments/settle-refund.ts';
import type { Applying } from './applying.ts';

/**
 * Records that a refund which had succeeded has failed: its amount is the customer's credit again. Throws
 * `NeedsOperator` when the refund has reversed a payment that was never recorded: no account has credit for it.
 */
export const failRefund = async (
  applying: Applying,
  { reference, reason, key, payment }: RefundFailed,
): Promise<NotificationOutcome> => {
  const { records, world, caller, gateway_code } = applying;
  const refund = await records.transactions.byReference(gateway_code, reference);
  if (!refund) {
    if (key === undefined || !isReversal(key)) return 'unmatched';
    throw new NeedsOperator(
      `Refund ${reference} of payment ${payment ?? 'unknown'} has failed at gateway ${gateway_code}. It reversed a payment ` +
        'that no invoice shows. Return the amount to the customer in another way, unless the gateway shows a later ' +
        'refund of it, then dismiss this.',
    );
  }
  if (refund.action !== 'refund' || refund.status === 'failed' || refund.status === 'declined') return 'superseded';
  await refundReturned({ records, world, at: caller.at }, refund, reason);
  await tellOfFailedRefund(applying, refund);
  await records.auditLog.append(auditEntry(world, caller, 'refund.failed', refund.uuid));
  return 'applied';
};
