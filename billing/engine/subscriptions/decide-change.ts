import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { requestChange } from '../../domain/subscriptions/request-change.ts';
import { stateFailure } from '../../domain/subscriptions/state-failure.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needOpenAccount } from '../../queries/accounts/accounts.ts';
import type { ChangedSubscriptionInput } from '../../resources/changed-subscription.ts';
import { paymentIn } from '../../resources/stored-payment.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { subscriptionChanges } from '../recording/subscriptions/subscription-changes.ts';
import type { Update } from './decision.ts';
import { fixedDiscountsLeft } from './reading/fixed-discounts-left.ts';
import { type ChangeDeps, readChange } from './reading/read-change.ts';
import { readCredits } from './reading/read-credits.ts';

/**
 * Returns the decision for a requested change of a subscription. Writes nothing. Throws `Invalid`,
 * `subscription_expired`, `account_closed`.
 */
export const decideChange = async (
  deps: ChangeDeps,
  caller: Caller,
  records: Records,
  before: ShownSubscription,
  sent: Submitted<ChangedSubscriptionInput>,
): Promise<Update> => {
  if (before.state === 'expired') throw stateFailure('subscription_expired', before);
  await needOpenAccount(records, before.account_code);
  const { requested, coupons, addresses } = await readChange(deps, caller, records, before, sent);
  const transition = requestChange(before, caller.at, requested, caller.site);
  const credits = await readCredits(records, before, transition.credits);
  const { pending } = transition.subscription;
  const left = await fixedDiscountsLeft(records, before, transition, credits, coupons.active);
  return {
    kind: 'change',
    transition,
    // A change that applies at once may clear the pending one.
    what: pending === null || pending === before.pending ? 'subscription.changed' : 'subscription.change_scheduled',
    changes: subscriptionChanges(before, transition.subscription),
    credits,
    creditOrigin: 'immediate_change',
    coupons: left ? { ...coupons, left } : coupons,
    addresses,
    credit_customer_notes: sent.value.credit_customer_notes,
    moto: paymentIn(sent.value).moto,
  };
};
