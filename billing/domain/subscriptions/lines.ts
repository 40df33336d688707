import { compare, fraction, shareOf } from '../../values/money/fraction.ts';
import { fractionText } from '../../values/money/fraction-text.ts';
import type { TaxRate } from '../../values/price/cart.ts';
import { type SubscriptionLine, subscriptionLines } from '../../values/price/subscription-lines.ts';
import type { LineComputation } from '../adjustments/computation.ts';
import { setupFeeOf } from '../adjustments/generated-description.ts';
import { blankLine, type DraftLine, type LineSetting } from '../adjustments/line.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { ShippedTo } from '../adjustments/shipped-to.ts';
import type { PlanRecord } from '../plans/record.ts';
import { addOnOf, isItem } from './agreement.ts';
import { nameOfRange, tierOf } from './name-of-range.ts';
import { productPrice } from './products.ts';
import { quantityPrice } from './quantity-price.ts';
import { intervalOfCycle } from './ramp.ts';
import type { SubscriptionRecord } from './record.ts';
import type { PeriodCharge, ProductCharge } from './transition.ts';

/** A charge of a subscription, and the data that its lines need. */
export interface SubscriptionBilled {
  readonly subscription: SubscriptionRecord;
  readonly plan: Pick<PlanRecord, 'accounting_code' | 'setup_fee_accounting_code' | 'setup_fee_revenue_schedule_type'>;
  readonly charge: PeriodCharge | ProductCharge;
  readonly rates: readonly TaxRate[];
  readonly shipping: ShippedTo | null;
}

/** A line, and the line of a whole interval if it is prorated. */
type ComputedLine = SubscriptionLine & { readonly whole?: SubscriptionLine };

/**
 * Returns the lines of a charge, numbered from `position` on: setup fee, plan and fixed add-ons of a period in advance,
 * or one prorated product.
 */
export const linesOfSubscription = (setting: LineSetting, billed: SubscriptionBilled, position: number): DraftLine[] =>
  cartLines(billed, position).map((line) => {
    const record = recordOf(setting, billed, line);
    return { line: record.item_code === null ? line : { ...line, item: record.item_code }, record };
  });

/** Returns how many lines a charge has, also one whose amounts are beyond `MAX_CENTS`. */
export const lineCount = ({ subscription, charge }: Pick<SubscriptionBilled, 'subscription' | 'charge'>): number =>
  charge.kind === 'product' ? 1 : wholeLines({ subscription, charge, rates: [] }, 0).length;

const cartLines = (
  { subscription, charge, rates }: Pick<SubscriptionBilled, 'subscription' | 'charge' | 'rates'>,
  position: number,
): readonly ComputedLine[] => {
  if (charge.kind === 'period')
    return wholeLines({ subscription, charge, rates }, position).map((line) => prorated(charge, line));
  const gross = shareOf(charge.amount, charge.proration);
  const part = { quantity: 1, unit: gross, from: 1, to: Infinity, gross };
  const shared = sharedBy(subscription, rates);
  return [{ ...charge.product, ...part, ...shared, plan: subscription.plan_code, position }];
};

const sharedBy = ({ tax_exempt, tax_inclusive, uuid }: SubscriptionRecord, rates: readonly TaxRate[]) => ({
  rates: tax_exempt ? [] : rates,
  inclusive: tax_inclusive,
  subscription: uuid,
});

/** Returns the lines of a whole interval. */
const wholeLines = (
  {
    subscription,
    charge,
    rates,
  }: Pick<SubscriptionBilled, 'subscription' | 'rates'> & { readonly charge: PeriodCharge },
  position: number,
): readonly SubscriptionLine[] => {
  const terms = {
    plan: { code: subscription.plan_code, unit: subscription.unit_amount_in_cents, quantity: subscription.quantity },
    setupFee: subscription.setup_fee_in_cents,
    addons: subscription.add_ons
      .filter(({ add_on_type }) => add_on_type === 'fixed')
      .map((addOn) => ({
        code: addOn.add_on_code,
        source: addOn.add_on_source,
        quantity: addOn.quantity ?? 1,
        price: quantityPrice(addOn),
      })),
  };
  return subscriptionLines({ ...terms, ...sharedBy(subscription, rates) }, charge, position);
};

/** Prorates a line with a quantity of 1, so that its amount is rounded once. Setup fees are never prorated. */
const prorated = ({ proration }: PeriodCharge, line: SubscriptionLine): ComputedLine => {
  if (line.kind === 'setup_fee' || compare(proration, fraction(1)) === 0) return line;
  const gross = shareOf(line.gross, proration);
  return { ...line, gross, quantity: 1, unit: gross, whole: line };
};

const recordOf = (setting: LineSetting, billed: SubscriptionBilled, line: ComputedLine): AdjustmentRecord => {
  const { subscription, plan, charge } = billed;
  const addOn =
    line.kind === 'add_on' ? addOnOf(subscription, { add_on_code: line.code, add_on_source: line.source }) : undefined;
  const setup = line.kind === 'setup_fee';
  return {
    ...blankLine(setting),
    subscription_id: subscription.uuid,
    plan_code: subscription.plan_code,
    description: describe(subscription.plan_name, addOn?.name, setup, line),
    accounting_code: addOn ? addOn.accounting_code : setup ? plan.setup_fee_accounting_code : plan.accounting_code,
    product_code: line.code,
    add_on_source: addOn && isItem(addOn) ? 'item' : null,
    item_code: addOn?.item_code ?? null,
    external_sku: addOn?.external_sku ?? null,
    origin: line.kind === 'setup_fee' || !isTrial(charge) ? line.kind : `${line.kind}_trial`,
    unit_amount_in_cents: line.unit,
    quantity: line.quantity,
    quantity_remaining: line.quantity,
    tax_exempt: subscription.tax_exempt,
    tax_inclusive: subscription.tax_inclusive,
    tax_code: subscription.tax_code,
    shipping_address: billed.shipping,
    start_date: charge.period.startedAt,
    end_date: setup ? null : charge.period.endsAt,
    computation: setup ? null : computationOf(subscription, charge, line),
    revenue_schedule_type: addOn
      ? addOn.revenue_schedule_type
      : setup
        ? plan.setup_fee_revenue_schedule_type
        : subscription.revenue_schedule_type,
  };
};

/** Lines of a period have a prorated gross amount; `whole` is the price of a regular interval. */
const computationOf = (
  subscription: SubscriptionRecord,
  charge: SubscriptionBilled['charge'],
  line: ComputedLine,
): LineComputation => ({
  proration: fractionText(charge.proration),
  ...(charge.kind === 'product' ? ofDifference(subscription, charge) : ofQuantity(line.whole ?? line)),
  interval_unit: subscription.interval_unit,
  interval_length: subscription.interval_length,
  anchor_at: subscription.anchor_at,
  ...rampOf(subscription, line),
  ...tierOf(line),
});

/** Returns where the price of a plan stands in its ramp; nothing for a fixed price, and in a trial. */
const rampOf = (
  { ramp_intervals, ramp_cycle: cycle }: SubscriptionRecord,
  { kind }: ComputedLine,
): Pick<LineComputation, 'ramp'> => {
  const interval = kind === 'plan' && cycle > 0 ? intervalOfCycle(ramp_intervals, cycle) : undefined;
  return interval ? { ramp: { cycle, from: interval.starting_billing_cycle } } : {};
};

type Price = Pick<
  LineComputation,
  'whole_in_cents' | 'quantity' | 'unit_amount_in_cents' | 'instead_of_in_cents' | 'from' | 'to'
>;

const ofQuantity = ({ gross, quantity, unit }: SubscriptionLine): Price => ({
  whole_in_cents: gross,
  quantity,
  unit_amount_in_cents: unit,
});

/** Returns the price of a changed product: in full if it is billed again, otherwise the increase. */
const ofDifference = (subscription: SubscriptionRecord, { product, amount, terms }: ProductCharge): Price => {
  const before = productPrice(subscription, product) - amount;
  return { whole_in_cents: amount, ...(before > 0 ? { instead_of_in_cents: before, ...terms } : {}) };
};

const isTrial = (charge: SubscriptionBilled['charge']): boolean => charge.kind === 'period' && charge.trial;

const describe = (plan: string, addOn: string | undefined, setup: boolean, { from, to }: SubscriptionLine): string => {
  if (setup) return setupFeeOf(plan);
  return addOn ? nameOfRange(addOn, { from, to }) : plan;
};
