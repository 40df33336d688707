import type { ProrationSettings } from '../../resources/changed-subscription.ts';
import type { Site } from '../../resources/site.ts';
import { fraction } from '../../values/money/fraction.ts';
import type { SubscriptionRecord } from './record.ts';
import type {
  ProductCharge,
  ShippingFeeCredit,
  SubscriptionCharge,
  SubscriptionCredit,
  Transition,
} from './transition.ts';

type Portion = ProrationSettings['charge'];

/** The billing of an immediate change for the rest of the period. */
export interface BilledPortions extends ProrationSettings {
  /** Whether a new period that the change starts is charged. */
  readonly chargesPeriod: boolean;
}

/** Returns the portions of a request: what it leaves out is prorated. */
export const portionsOfRequest = (sent: {
  readonly charge?: Portion | null | undefined;
  readonly credit?: Portion | null | undefined;
}): ProrationSettings => ({ charge: sent.charge ?? 'prorated_amount', credit: sent.credit ?? 'prorated_amount' });

/** Returns the portions of a change: those of the request, else those of the site, which charges every new period. */
export const billedPortions = (
  requested: ProrationSettings | undefined,
  ofSite: Site['upgrade_proration'],
): BilledPortions => {
  if (requested) return { ...requested, chargesPeriod: requested.charge !== 'none' };
  const portion = ofSite === 'none' ? 'none' : ofSite === 'full' ? 'full_amount' : 'prorated_amount';
  return { charge: portion, credit: portion, chargesPeriod: true };
};

/**
 * Applies the portions to the products of an immediate change. Usage is charged as it was recorded, and shipping fees
 * in full.
 */
export const inPortions = (
  transition: Transition<SubscriptionRecord>,
  { charge, credit, chargesPeriod }: BilledPortions,
): Transition<SubscriptionRecord> => ({
  ...transition,
  charges: transition.charges.flatMap((one): readonly SubscriptionCharge[] => {
    if (one.kind === 'product') return portionOf(one, charge);
    return one.kind !== 'period' || chargesPeriod ? [one] : [];
  }),
  credits: transition.credits.flatMap((one): readonly SubscriptionCredit[] =>
    one.kind === 'shipping_fee' ? [one] : portionOf(one, credit),
  ),
});

const portionOf = <T extends ProductCharge | Exclude<SubscriptionCredit, ShippingFeeCredit>>(
  one: T,
  portion: Portion,
): T[] => {
  if (portion === 'none') return [];
  return [portion === 'full_amount' ? { ...one, proration: fraction(1) } : one];
};
