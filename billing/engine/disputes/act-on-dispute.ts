import { cancel } from '../../domain/subscriptions/cancel.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { subscriptionsOnInvoice } from '../../queries/subscriptions/subscriptions.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { recordTransition } from '../recording/subscriptions/record-transition.ts';
import type { NotificationContext } from './notification-context.ts';

/** Cancels the active subscriptions that a disputed payment paid for, if the site has that setting. */
export const actOnDispute = async (
  { records, world, caller }: NotificationContext,
  { invoice_id }: TransactionRecord,
): Promise<void> => {
  if (!caller.site.on_dispute.includes('cancel_subscriptions') || invoice_id === null) return;
  for (const subscription of await subscriptionsOnInvoice(records, invoice_id)) {
    if (subscription.state !== 'active') continue;
    await recordTransition(records, subscription, cancel(subscription, caller.at), caller.at);
    await records.auditLog.append(auditEntry(world, caller, 'subscription.canceled', subscription.uuid));
  }
};
