import { blankLine, type DraftLine, type LineSetting } from '../adjustments/line.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { ShippedTo } from '../invoices/draft-invoice.ts';
import { compare, fraction, shareOf } from '../money/fraction.ts';
import type { PlanRecord } from '../plans/record.ts';
import type { TaxRate } from '../price/cart.ts';
import { type SubscriptionLine, subscriptionLines } from '../price/subscription-lines.ts';
import { quantityPrice } from './quantity-price.ts';
import type { SubscriptionRecord } from './record.ts';
import type { PeriodCharge } from './transition.ts';

export interface SubscriptionBilled {
  readonly subscription: SubscriptionRecord;
  readonly plan: Pick<PlanRecord, 'accounting_code' | 'setup_fee_accounting_code' | 'setup_fee_revenue_schedule_type'>;
  readonly charge: PeriodCharge;
  readonly rates: readonly TaxRate[];
  readonly shipping: ShippedTo | null;
}

/** Returns the lines that bill a period in advance: setup fee, plan, fixed add-ons. */
export const linesOfSubscription = (
  setting: LineSetting,
  billed: SubscriptionBilled,
  position: number,
): DraftLine[] => {
  const { subscription, charge, rates } = billed;
  const lines = subscriptionLines(
    {
      plan: {
        code: subscription.plan_code,
        unit: subscription.unit_amount_in_cents,
        quantity: subscription.quantity,
      },
      setupFee: charge.setupFee ? subscription.setup_fee_in_cents : 0,
      addons: subscription.add_ons
        .filter(({ add_on_type }) => add_on_type === 'fixed')
        .map((addOn) => ({ code: addOn.add_on_code, quantity: addOn.quantity ?? 1, price: quantityPrice(addOn) })),
      trial: charge.trial,
      rates: subscription.tax_exempt ? [] : rates,
      subscription: subscription.uuid,
    },
    position,
  );
  return lines.map((line) => prorated(charge, line)).map((line) => ({ line, record: recordOf(setting, billed, line) }));
};

/** A prorated charge has a quantity of 1, so that its amount is rounded once. Setup fees are never prorated. */
const prorated = ({ proration }: PeriodCharge, line: SubscriptionLine): SubscriptionLine => {
  if (line.kind === 'setup_fee' || compare(proration, fraction(1)) === 0) return line;
  const gross = shareOf(line.gross, proration);
  return { ...line, gross, quantity: 1, unit: gross };
};

const recordOf = (setting: LineSetting, billed: SubscriptionBilled, line: SubscriptionLine): AdjustmentRecord => {
  const { subscription, plan, charge } = billed;
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
    origin: line.kind === 'setup_fee' || !charge.trial ? line.kind : `${line.kind}_trial`,
    unit_amount_in_cents: line.unit,
    quantity: line.quantity,
    quantity_remaining: line.quantity,
    tax_exempt: subscription.tax_exempt,
    tax_code: subscription.tax_code,
    shipping_address: billed.shipping,
    start_date: charge.period.startedAt,
    end_date: setup ? null : charge.period.endsAt,
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
