import { blankLine, type DraftLine, type LineSetting } from '../adjustments/line.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { ShippedTo } from '../invoices/draft-invoice.ts';
import { shareOf } from '../money/fraction.ts';
import { type Period, shareLeft } from '../periods/period.ts';
import type { PlanRecord } from '../plans/record.ts';
import type { TaxRate } from '../price/cart.ts';
import { type SubscriptionLine, subscriptionLines } from '../price/subscription-lines.ts';
import { quantityPrice } from './quantity-price.ts';
import type { SubscriptionRecord } from './record.ts';

export interface SubscriptionBilled {
  readonly subscription: SubscriptionRecord;
  readonly plan: Pick<PlanRecord, 'accounting_code' | 'setup_fee_accounting_code' | 'setup_fee_revenue_schedule_type'>;
  readonly period: Period;
  /** The period is shorter than the plan's, and charged in proportion. */
  readonly cutShort: boolean;
  /** Of the first invoice. */
  readonly withSetupFee: boolean;
  readonly rates: readonly TaxRate[];
  readonly shipping: ShippedTo | null;
}

/** The lines a subscription is billed for a period in advance (reference "pricing", section 2). Usage follows behind. */
export const linesOfSubscription = (
  setting: LineSetting,
  billed: SubscriptionBilled,
  position: number,
): DraftLine[] => {
  const { subscription, period, rates } = billed;
  const trial = subscription.trial_ends_at !== null && period.startedAt < subscription.trial_ends_at;
  const lines = subscriptionLines(
    {
      plan: {
        code: subscription.plan_code,
        unit: subscription.unit_amount_in_cents,
        quantity: subscription.quantity,
      },
      setupFee: billed.withSetupFee ? subscription.setup_fee_in_cents : 0,
      addons: subscription.add_ons
        .filter(({ add_on_type }) => add_on_type === 'fixed')
        .map((addOn) => ({ code: addOn.add_on_code, quantity: addOn.quantity ?? 1, price: quantityPrice(addOn) })),
      trial,
      rates: subscription.tax_exempt ? [] : rates,
      subscription: subscription.uuid,
    },
    position,
  );
  return lines
    .map((line) => inProportion(billed, line))
    .map((line) => ({ line, record: recordOf(setting, billed, line, trial) }));
};

/** A charge in proportion has a quantity of 1 (DESIGN section 5). */
const inProportion = (
  { cutShort, period, subscription }: SubscriptionBilled,
  line: SubscriptionLine,
): SubscriptionLine => {
  if (!cutShort || line.kind === 'setup_fee') return line;
  const interval = { unit: subscription.interval_unit, length: subscription.interval_length };
  const gross = shareOf(line.gross, shareLeft(period, period.startedAt, interval));
  return { ...line, gross, quantity: 1, unit: gross };
};

const recordOf = (
  setting: LineSetting,
  billed: SubscriptionBilled,
  line: SubscriptionLine,
  trial: boolean,
): AdjustmentRecord => {
  const { subscription, plan, period } = billed;
  const addOn =
    line.kind === 'add_on' ? subscription.add_ons.find(({ add_on_code }) => add_on_code === line.code) : undefined;
  const setup = line.kind === 'setup_fee';
  return {
    ...blankLine(setting),
    subscription_id: subscription.uuid,
    plan_code: subscription.plan_code,
    description: describe(subscription.plan_name, addOn?.name, setup, line),
    accounting_code: addOn ? addOn.accounting_code : setup ? plan.setup_fee_accounting_code : plan.accounting_code,
    product_code: line.code,
    origin: line.kind === 'setup_fee' || !trial ? line.kind : `${line.kind}_trial`,
    unit_amount_in_cents: line.unit,
    quantity: line.quantity,
    quantity_remaining: line.quantity,
    tax_exempt: subscription.tax_exempt,
    tax_code: subscription.tax_code,
    shipping_address: billed.shipping,
    start_date: period.startedAt,
    end_date: setup ? null : period.endsAt,
    revenue_schedule_type: addOn
      ? addOn.revenue_schedule_type
      : setup
        ? plan.setup_fee_revenue_schedule_type
        : subscription.revenue_schedule_type,
  };
};

const describe = (plan: string, addOn: string | undefined, setup: boolean, { from, to }: SubscriptionLine): string => {
  if (setup) return `${plan}: setup fee`;
  if (!addOn) return plan;
  if (Number.isFinite(to)) return `${addOn} (${from}–${to})`;
  return from > 1 ? `${addOn} (${from} and up)` : addOn;
};
