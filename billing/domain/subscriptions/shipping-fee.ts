import type { Period } from '../../values/periods/period.ts';
import type { TaxRate } from '../../values/price/cart.ts';
import type { Seconds } from '../../values/time.ts';
import { blankLine, type DraftLine, type LineSetting } from '../adjustments/line.ts';
import type { ShippedTo } from '../adjustments/shipped-to.ts';
import type { LineLabels } from '../general-ledger/labels.ts';
import type { ShippingMethodRecord } from '../shipping/shipping-method.ts';
import { currentPeriod } from './periods.ts';
import type { AgreedPlan, SubscriptionRecord } from './record.ts';
import type { SubscriptionCharge, Transition } from './transition.ts';

type Fee = Pick<AgreedPlan, 'shipping_method_code' | 'shipping_amount_in_cents'>;

/** A shipping fee that is billed, at the rates of its method. */
export interface BilledFee {
  readonly method: Pick<ShippingMethodRecord, 'code' | 'name' | 'accounting_code' | 'tax_code'>;
  readonly labels: LineLabels;
  readonly amount_in_cents: number;
  readonly period: Pick<Period, 'startedAt'> & { readonly endsAt: Seconds | null };
  readonly rates: readonly TaxRate[];
  readonly shipping: ShippedTo | null;
  /** Null for a fee of a purchase. */
  readonly subscription: Pick<SubscriptionRecord, 'uuid' | 'plan_code' | 'tax_inclusive'> | null;
}

/** Returns the shipping fee of a period in cents; 0 without one. */
export const shippingFeeOf = ({ shipping_method_code, shipping_amount_in_cents }: Fee): number =>
  shipping_method_code ? (shipping_amount_in_cents ?? 0) : 0;

/** Whether a change has another shipping method or amount. Agreements of earlier releases have neither. */
export const hasOtherFee = (before: Fee, after: Fee): boolean =>
  (before.shipping_method_code ?? null) !== (after.shipping_method_code ?? null) ||
  (before.shipping_amount_in_cents ?? null) !== (after.shipping_amount_in_cents ?? null);

/**
 * Returns what a change within a period bills of the shipping fee: another fee is charged in full and the one before
 * credited in full, however much of the period is left. The same fee stays.
 */
export const feeOfChange = (
  before: SubscriptionRecord,
  after: AgreedPlan,
  at: Seconds,
): Pick<Transition, 'charges' | 'credits'> => {
  const { endsAt } = currentPeriod(before);
  if (!hasOtherFee(before, after) || endsAt <= at) return { charges: [], credits: [] };
  return {
    charges: shippingFeeOf(after) > 0 ? [{ kind: 'shipping_fee', period: { startedAt: at, endsAt } }] : [],
    credits: creditOfFee(before),
  };
};

/** Returns the credit of the fee that the current period was billed with. */
export const creditOfFee = (before: SubscriptionRecord): Transition['credits'] =>
  shippingFeeOf(before) > 0 ? [{ kind: 'shipping_fee' }] : [];

/** Returns the period that charges bill a shipping fee for: not a trial. Undefined where they bill none. */
export const feePeriod = (charges: readonly SubscriptionCharge[]): Period | undefined =>
  charges.find((charge) => charge.kind === 'shipping_fee' || (charge.kind === 'period' && !charge.trial))?.period;

/** Returns the line of a shipping fee: a quantity of 1, never discounted. */
export const feeLine = (
  setting: LineSetting,
  { method, labels, amount_in_cents, period, rates, shipping, subscription }: BilledFee,
  position: number,
): DraftLine => ({
  line: {
    kind: 'undiscounted',
    code: method.code,
    position,
    gross: amount_in_cents,
    rates,
    inclusive: subscription?.tax_inclusive ?? false,
  },
  record: {
    ...blankLine(setting),
    ...labels,
    subscription_id: subscription?.uuid ?? null,
    plan_code: subscription?.plan_code ?? null,
    description: method.name,
    accounting_code: method.accounting_code,
    product_code: method.code,
    origin: 'shipping_fee',
    unit_amount_in_cents: amount_in_cents,
    total_in_cents: amount_in_cents,
    tax_inclusive: subscription?.tax_inclusive ?? false,
    tax_code: method.tax_code,
    shipping_address: shipping,
    start_date: period.startedAt,
    end_date: period.endsAt,
  },
});
