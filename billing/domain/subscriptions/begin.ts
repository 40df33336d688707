import type { SubscriptionRecord } from './record.ts';

/** The payment of the first invoice of a subscription. */
export interface FirstPayment {
  /** There is billing info, or invoices are collected manually. */
  readonly payable: boolean;
  /** The credit of a gift card paid the full amount. */
  readonly given: boolean;
  /** The price of the subscription on this invoice, in cents; 0 in a trial or before its start. */
  readonly charged: number;
}

/**
 * Returns the subscription with the circumstances of its start: whether it was a gift, and why no billing info was
 * required.
 */
export const begunSubscription = (
  subscription: SubscriptionRecord,
  { payable, given, charged }: FirstPayment,
): SubscriptionRecord => {
  const started_with_gift = given && charged > 0;
  const freeTrial = subscription.trial_ends_at !== null ? ('plan_free_trial' as const) : null;
  return {
    ...subscription,
    started_with_gift,
    no_billing_info_reason: payable ? null : started_with_gift ? 'gift_card' : freeTrial,
  };
};
