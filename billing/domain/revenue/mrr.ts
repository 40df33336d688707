import { decimalFraction, fraction, rounded, times } from '../../values/money/fraction.ts';
import type { Discount, DiscountOrder, Line } from '../../values/price/cart.ts';
import { takeDiscounts } from '../../values/price/discounts.ts';
import { byLine } from '../../values/price/line-order.ts';
import { RENEWAL } from '../../values/price/period.ts';
import { subscriptionLines } from '../../values/price/subscription-lines.ts';
import { taxWithin } from '../../values/price/taxes.ts';
import { addOnOf } from '../subscriptions/agreement.ts';
import { isTrialPeriod } from '../subscriptions/periods.ts';
import { quantityPrice } from '../subscriptions/quantity-price.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import { PAUSED } from './movement.ts';

/** A year of 365 days has twelve months. */
const MONTHS_OF_A_DAY = fraction(12, 365);

/** Whether a subscription earns recurring revenue: it has started, and is not in its trial, paused or expired. */
export const isRecurring = (subscription: SubscriptionRecord): boolean =>
  (subscription.state === 'active' || subscription.state === 'canceled') && !isTrialPeriod(subscription);

/**
 * Returns the monthly recurring revenue of a subscription in cents: the plan at its current price and the fixed add-ons
 * of one period, less discounts, without tax, by the months of the period; 0 unless it is recurring. Setup fees, usage
 * and shipping fees do not count.
 */
export const monthlyRevenue = (
  subscription: SubscriptionRecord,
  discounts: readonly Discount[],
  order: DiscountOrder,
): number => {
  if (!isRecurring(subscription)) return 0;
  const lines = linesOfPeriod(subscription);
  const gross = lines.reduce((sum, line) => sum + line.gross, 0);
  const discount = takeDiscounts(lines, discounts, order)
    .flatMap(({ parts }) => parts)
    .reduce((sum, part) => sum + part, 0);
  const { interval_unit, interval_length, tax_inclusive, tax_rate } = subscription;
  const paid = gross - discount;
  const net = tax_inclusive && tax_rate !== null ? paid - taxWithin(BigInt(paid), decimalFraction(tax_rate)) : paid;
  const months =
    interval_unit === 'months' ? fraction(interval_length) : times(MONTHS_OF_A_DAY, fraction(interval_length));
  return rounded(times(fraction(net), { numerator: months.denominator, denominator: months.numerator }));
};

/**
 * Returns a text of everything that the revenue of a subscription follows from, except the coupons of its account.
 * While it stays the same, so does the revenue.
 */
export const recurringTerms = (subscription: SubscriptionRecord): string => {
  if (!isRecurring(subscription)) return subscription.state === 'paused' ? PAUSED : 'none';
  const { plan_code, unit_amount_in_cents, quantity, interval_unit, interval_length } = subscription;
  const addOns = subscription.add_ons
    .filter(({ add_on_type }) => add_on_type === 'fixed')
    .map(({ add_on_code, item_code = null, quantity: taken, ...addOn }) => [
      add_on_code,
      item_code,
      taken,
      quantityPrice({ add_on_code, quantity: taken, ...addOn }),
    ]);
  return JSON.stringify([
    plan_code,
    unit_amount_in_cents,
    quantity,
    `${interval_length} ${interval_unit}`,
    subscription.tax_inclusive ? subscription.tax_rate : null,
    addOns,
  ]);
};

const linesOfPeriod = (subscription: SubscriptionRecord): readonly Line[] => {
  const { plan_code, unit_amount_in_cents, quantity, uuid, add_ons } = subscription;
  return subscriptionLines(
    {
      plan: { code: plan_code, unit: unit_amount_in_cents, quantity },
      setupFee: 0,
      addons: add_ons
        .filter(({ add_on_type }) => add_on_type === 'fixed')
        .map((addOn) => ({
          code: addOn.add_on_code,
          source: addOn.add_on_source,
          quantity: addOn.quantity ?? 1,
          price: quantityPrice(addOn),
        })),
      rates: [],
      inclusive: false,
      subscription: uuid,
    },
    RENEWAL,
  )
    .map((line): Line => {
      const item =
        line.kind === 'add_on'
          ? addOnOf(subscription, { add_on_code: line.code, add_on_source: line.source })?.item_code
          : undefined;
      return item ? { ...line, item } : line;
    })
    .toSorted(byLine);
};
