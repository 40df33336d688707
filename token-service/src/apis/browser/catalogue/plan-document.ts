import type { AddOnRecord, PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { CentsByCurrency } from '@service/billing/resources/schema.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type {
  AddonDocument,
  IntervalDocument,
  PlanDocument,
  PlanPriceDocument,
  TierDocument,
  UnitPriceDocument,
} from '@service/billing/values/catalogue/browser.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';

/** Returns the symbol of a currency. */
export type SymbolOf = (currency: string) => string;

/** An amount in major units, for display; calculations use cents. */
export const majorUnits = (cents: number, currency: string): number => Number(decimalText(cents, currency));

/** The public part of a plan, in the currencies that the site currently accepts. */
export const planDocument = (
  { currencies }: Pick<Site, 'currencies'>,
  plan: PlanRecord,
  addOns: readonly AddOnRecord[],
  symbolOf: SymbolOf,
): PlanDocument => {
  const offered = (amounts: CentsByCurrency | null): [string, number][] =>
    Object.entries(amounts ?? {}).filter(([code]) => currencies.includes(code));
  const price = offered(plan.unit_amount_in_cents).map(([code, cents]) => {
    const fee = plan.setup_fee_in_cents[code] ?? 0;
    const setup = { setup_fee: majorUnits(fee, code), setup_fee_in_cents: fee };
    return [code, { ...unitPrice(code, cents), ...secondPrice(plan, code), ...setup, symbol: symbolOf(code) }] as const;
  });
  return {
    code: plan.plan_code,
    name: plan.name,
    period: intervalDocument(plan.plan_interval_unit, plan.plan_interval_length),
    ...(plan.trial_interval_length > 0 && {
      trial: intervalDocument(plan.trial_interval_unit, plan.trial_interval_length),
    }),
    price: Object.fromEntries(price),
    tax_code: plan.tax_code,
    tax_exempt: plan.tax_exempt,
    addons: addOns.map((addOn) => addonDocument(addOn, offered)),
  };
};

/** Returns the price of the second paid period of a ramp, if it is another one. */
const secondPrice = ({ ramp_intervals }: PlanRecord, code: string): Partial<PlanPriceDocument> => {
  const second = ramp_intervals.find(({ starting_billing_cycle }) => starting_billing_cycle === 2);
  const cents = second?.unit_amount_in_cents[code];
  return cents === undefined ? {} : { second_unit_amount: majorUnits(cents, code), second_unit_amount_in_cents: cents };
};

/** A billing or trial interval. */
export const intervalDocument = (unit: IntervalDocument['interval'], length: number): IntervalDocument => ({
  interval: unit,
  length,
});

const unitPrice = (code: string, cents: number): UnitPriceDocument => ({
  unit_amount: majorUnits(cents, code),
  unit_amount_in_cents: cents,
});

const addonDocument = (
  addOn: AddOnRecord,
  offered: (amounts: CentsByCurrency | null) => [string, number][],
): AddonDocument => ({
  code: addOn.add_on_code,
  name: addOn.name,
  quantity: addOn.default_quantity,
  add_on_type: addOn.add_on_type,
  optional: addOn.optional,
  usage_type: addOn.usage_type,
  usage_percentage: addOn.usage_percentage === null ? null : Number(addOn.usage_percentage),
  tier_type: addOn.tier_type,
  price: Object.fromEntries(offered(addOn.unit_amount_in_cents).map(([code, cents]) => [code, unitPrice(code, cents)])),
  tiers: addOn.tiers.map(
    ({ ending_quantity, unit_amount_in_cents }): TierDocument => ({
      ending_quantity,
      currencies: offered(unit_amount_in_cents).map(([code, cents]) => ({
        currency_code: code,
        ...unitPrice(code, cents),
      })),
    }),
  ),
});
