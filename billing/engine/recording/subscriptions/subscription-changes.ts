import { changesBetween } from '../../../domain/audit-log/changes.ts';
import type { AuditChanges } from '../../../domain/audit-log/entry.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import { amountText } from '../../../values/money/money-text.ts';

/**
 * Returns the terms of a subscription as the audit log shows them, and why it was canceled; a change that is scheduled
 * counts as made.
 */
const termsOf = (record: SubscriptionRecord) => {
  const agreed = record.pending ?? record;
  return {
    plan: agreed.plan_code,
    quantity: agreed.quantity,
    price: amountText(agreed.unit_amount_in_cents, record.currency),
    ramp: agreed.ramp_intervals.map(
      (one) => `${one.starting_billing_cycle}: ${amountText(one.unit_amount_in_cents, record.currency)}`,
    ),
    add_ons: agreed.add_ons.map(({ add_on_code, quantity }) => `${quantity ?? 1} × ${add_on_code}`),
    collection_method: record.collection_method,
    net_terms: record.net_terms,
    net_terms_type: record.net_terms_type,
    pause_cycles: record.remaining_pause_cycles,
    cancel_reason: record.cancel_reason,
    cancel_comment: record.cancel_comment,
  };
};

/** Returns the terms of a subscription that differ, before and after; null where none does. */
export const subscriptionChanges = (
  before: SubscriptionRecord | undefined,
  after: SubscriptionRecord | null,
): AuditChanges | null => {
  if (!before || !after) return null;
  const terms = termsOf(before);
  const changes = changesBetween(terms, termsOf(after), Object.keys(terms) as (keyof typeof terms)[]);
  return Object.keys(changes).length === 0 ? null : changes;
};
