import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { NotificationOutcome } from '../../domain/gateway-notifications/record.ts';
import type { MethodUpdated } from '../../domain/payments/gateway-notification.ts';
import type { NotificationContext } from '../disputes/notification-context.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { schedulePastDue } from '../recording/invoices/schedule-collection.ts';

const UPDATED = ['card_type', 'first_six', 'last_four', 'month', 'year'] as const;

/**
 * Updates stored cards as their network reports them. The payment method stays the same, so nothing is verified, and
 * the customer's agreement stays. Past-due invoices are collected once more, as with new billing info.
 */
export const updateMethod = async (
  { records, world, caller, gateway_code }: NotificationContext,
  notification: MethodUpdated,
): Promise<NotificationOutcome> => {
  const infos = await records.paymentMethods.byReference(gateway_code, notification.method_reference);
  if (infos.length === 0) return 'unmatched';
  let outcome: NotificationOutcome = 'superseded';
  for (const info of infos) {
    const updated = updatedBy(info, notification);
    if (!updated) continue;
    outcome = 'applied';
    const billing_info = { ...updated, updated_at: caller.at };
    await records.paymentMethods.save(billing_info);
    records.events.say({ type: 'billing_info_updated', billing_info, before: info });
    // A second later than the billing info: the customer has not changed it, and takes no part in the payment.
    await schedulePastDue(records, { at: caller.at + 1 }, billing_info);
    const account = await records.accounts.byId(info.account_id);
    const subject = account?.account_code ?? info.account_id;
    await records.auditLog.append(auditEntry(world, caller, 'billing_info.updated_by_network', subject));
  }
  return outcome;
};

/** Returns the billing info after the update; undefined if nothing changes. */
const updatedBy = (info: BillingInfoRecord, notification: MethodUpdated): BillingInfoRecord | undefined => {
  const changes = UPDATED.filter((name) => notification[name] !== null && notification[name] !== info[name]);
  if (changes.length === 0) return undefined;
  return { ...info, ...Object.fromEntries(changes.map((name) => [name, notification[name]])) };
};
