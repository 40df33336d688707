import type { Fraction } from '../../values/money/fraction.ts';
import { differenceOf } from '../../values/price/change.ts';
import type { Seconds } from '../../values/time.ts';
import { addOnOf, isRepriced } from './agreement.ts';
import { currentPeriod, proration } from './periods.ts';
import { fixedProduct, planProduct, type SoldProduct } from './products.ts';
import type { AgreedPlan, SubscriptionRecord } from './record.ts';
import type { ProductCharge, ProductCredit, ProductKey, UsageCharge } from './transition.ts';
import { usageCharges } from './usage.ts';

/** A product before and after a change; undefined where it is not part of the subscription. */
interface Compared {
  readonly kind: ProductKey['kind'];
  readonly before: SoldProduct | undefined;
  readonly after: SoldProduct | undefined;
}

/**
 * Returns the charges and credits of a change within a period: those of the changed products only, unless the plan
 * changed, which bills all products again.
 */
export const differences = (
  before: SubscriptionRecord,
  after: AgreedPlan,
  at: Seconds,
): { readonly charges: readonly ProductCharge[]; readonly credits: readonly ProductCredit[] } => {
  const period = currentPeriod(before);
  const left = proration(before, period, at);
  if (left.numerator <= 0n) return { charges: [], credits: [] };
  const rebill = before.plan_id !== after.plan_id;
  const charges: ProductCharge[] = [];
  const credits: ProductCredit[] = [];
  for (const { kind, before: was, after: is } of compared(before, after)) {
    const { credit, charge } = differenceOf(was, is, rebill);
    if (was && credit > 0) credits.push(creditOf(keyOf(kind, was), credit, at, left));
    if (is && charge > 0) {
      const rest = { startedAt: at, endsAt: period.endsAt };
      charges.push({
        kind: 'product',
        product: keyOf(kind, is),
        amount: charge,
        period: rest,
        proration: left,
        ...termsOfBoth(was, is),
      });
    }
  }
  return { charges, credits };
};

const keyOf = (kind: ProductKey['kind'], { code, source }: SoldProduct): ProductKey => ({ kind, code, source });

/** Returns quantity and price of a unit before and after a change, where both have one price for every unit. */
const termsOfBoth = (was: SoldProduct | undefined, is: SoldProduct): Pick<ProductCharge, 'terms'> =>
  was?.price.model === 'flat' && is.price.model === 'flat'
    ? {
        terms: {
          from: { quantity: was.quantity, unit_amount_in_cents: was.price.unit },
          to: { quantity: is.quantity, unit_amount_in_cents: is.price.unit },
        },
      }
    : {};

/** Returns credits for everything the current period bills, in proportion to the time that is left. */
export const creditsOfEverything = (subscription: SubscriptionRecord, at: Seconds): readonly ProductCredit[] =>
  differences(subscription, { ...subscription, ...NOTHING }, at).credits;

const NOTHING = { unit_amount_in_cents: 0, add_ons: [] };

/**
 * Returns the charge for usage at the old price, if a change removes its add-on, changes its price, or changes the
 * plan.
 */
export const usageThatEnds = (before: SubscriptionRecord, after: AgreedPlan, at: Seconds): readonly UsageCharge[] =>
  usageCharges(before, at, (addOn) => {
    const remaining = addOnOf(after, addOn);
    return before.plan_id !== after.plan_id || !remaining || isRepriced(addOn, remaining);
  });

const compared = (before: AgreedPlan, after: AgreedPlan): readonly Compared[] => {
  const added = after.add_ons.filter((addOn) => !addOnOf(before, addOn));
  return [
    { kind: 'plan', before: planProduct(before), after: planProduct(after) },
    ...[...before.add_ons, ...added].map((addOn) => ({
      kind: 'add_on' as const,
      before: fixedProduct(addOnOf(before, addOn)),
      after: fixedProduct(addOnOf(after, addOn)),
    })),
  ];
};

const creditOf = (product: ProductKey, amount: number, at: Seconds, left: Fraction): ProductCredit => ({
  kind: 'product',
  product,
  amount,
  at,
  proration: left,
});
