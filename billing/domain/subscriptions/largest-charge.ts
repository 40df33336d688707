import { MAX_CHARGE_CENTS } from '../../values/money/cents.ts';
import { compare, type Fraction, fraction, plus, times } from '../../values/money/fraction.ts';
import type { Seconds } from '../../values/time.ts';
import { activate } from './activate.ts';
import { hasOtherInterval, modifies } from './agreement.ts';
import { currentPeriod, inTrial, proration } from './periods.ts';
import { periodPrice } from './products.ts';
import { atHighestPrice } from './ramp.ts';
import type { AgreedPlan, SubscriptionRecord } from './record.ts';

const WHOLE = fraction(1);

/**
 * Returns the largest share of a regular interval that a subscription can be charged for from a moment on: above 1 in a
 * first period that ends at a requested date, and for a change in a postponed period.
 */
export const longestShare = (subscription: SubscriptionRecord, at: Seconds): Fraction => {
  const { state, current_period_started_at } = subscription;
  if (state === 'future') {
    const [first] = activate(subscription, at).charges;
    return larger(first?.kind === 'period' ? first.proration : WHOLE, WHOLE);
  }
  if (inTrial(subscription, at) || current_period_started_at === null) return WHOLE;
  return larger(proration(subscription, currentPeriod(subscription), at), WHOLE);
};

const larger = (a: Fraction, b: Fraction): Fraction => (compare(a, b) > 0 ? a : b);

/** Whether the highest price of a share of an interval, with the setup fee, is more than an invoice can hold. */
export const exceedsInvoice = (agreed: AgreedPlan, share: Fraction): boolean =>
  compare(
    plus(times(fraction(periodPrice(atHighestPrice(agreed))), share), fraction(agreed.setup_fee_in_cents)),
    fraction(MAX_CHARGE_CENTS),
  ) > 0;

/**
 * Whether a subscription, once it is changed to an agreement, could be charged more than an invoice can hold. Another
 * interval starts a new period, except before the start, where the first period keeps its end.
 *
 * @param waits the change takes place at a boundary, and bills nothing of the current period
 */
export const changeExceedsInvoice = (
  subscription: SubscriptionRecord,
  to: AgreedPlan,
  at: Seconds,
  waits: boolean,
): boolean => {
  if (!modifies(subscription, to)) return false;
  if (subscription.state === 'future') return exceedsInvoice(to, longestShare({ ...subscription, ...to }, at));
  return exceedsInvoice(to, waits || hasOtherInterval(subscription, to) ? WHOLE : longestShare(subscription, at));
};
