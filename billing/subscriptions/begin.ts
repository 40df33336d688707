import type { SubscriptionRecord } from './record.ts';

/** How the first invoice of a subscription was met. */
export interface Beginning {
  /** There is billing info, or the invoices are paid by hand. */
  readonly payable: boolean;
  /** Credit of a gift card paid for it, and left nothing open. */
  readonly given: boolean;
  /** What the subscription costs on it, in cents; 0 in a trial or before its start. */
  readonly charged: number;
}

/** What a subscription keeps of its beginning: whether it was a gift, and why nobody asked for billing info (reference "lifecycles", section 2.1). */
export const begunSubscription = (
  subscription: SubscriptionRecord,
  { payable, given, charged }: Beginning,
): SubscriptionRecord => {
  const started_with_gift = given && charged > 0;
  const freeTrial = subscription.trial_ends_at !== null ? ('plan_free_trial' as const) : null;
  return {
    ...subscription,
    started_with_gift,
    no_billing_info_reason: payable ? null : started_with_gift ? 'gift_card' : freeTrial,
  };
};
