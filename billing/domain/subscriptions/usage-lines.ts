import { MAX_CENTS } from '../../values/money/cents.ts';
import { amountText } from '../../values/money/money-text.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import type { Period } from '../../values/periods/period.ts';
import type { Line, TaxRate } from '../../values/price/cart.ts';
import {
  addedPercentageLines,
  addedUsageLines,
  type PercentagePrice,
  percentageLines,
  type UsageLine,
  usageLines,
} from '../../values/price/usage.ts';
import { isoTime, type Seconds } from '../../values/time.ts';
import type { LineComputation } from '../adjustments/computation.ts';
import { countedUnits } from '../adjustments/counted-units.ts';
import { blankLine, type DraftLine, type LineSetting } from '../adjustments/line.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { ShippedTo } from '../adjustments/shipped-to.ts';
import { nameOfRange, tierOf } from './name-of-range.ts';
import { quantityPrice } from './quantity-price.ts';
import type { SubscriptionAddOnRecord, SubscriptionRecord } from './record.ts';
import { isCountedByTerm } from './usage-counter.ts';
import type { UsageSelection, UsageTotal } from './usage-selection.ts';

/** The unbilled usage of an add-on in one period, which a charge bills. */
export interface BilledUsage {
  readonly addOn: SubscriptionAddOnRecord;
  readonly period: Period;
  readonly selection: UsageSelection;
  readonly total: UsageTotal;
  /** The amount that is billed, as decimal text; missing: the total. */
  readonly counted?: string;
  /** The amount already billed that tiers go on from, as decimal text: of late usage, that of its period. */
  readonly before: string;
  /** Cents of corrections that other lines credit, because their charges are still owed. */
  readonly credited?: number;
}

/** The data that lines of usage need. */
export interface UsageItem {
  /** The record that the usage was recorded under. */
  readonly before: SubscriptionRecord;
  readonly usage: readonly BilledUsage[];
  /** Whether an unused add-on has a line of 0, as on the invoice of a renewal. */
  readonly showsUnused: boolean;
  readonly rates: readonly TaxRate[];
  readonly shipping: ShippedTo | null;
}

export interface UsageLines {
  /** Lines of the charge invoice. */
  readonly charges: readonly DraftLine[];
  /** Corrections that exceed the usage, with their amounts above 0: they become a credit invoice. */
  readonly corrections: readonly DraftLine[];
  /** The billed usage; `line` is null if it amounts to nothing. */
  readonly billed: readonly UsageBilling[];
}

export interface UsageBilling {
  readonly selection: UsageSelection;
  readonly period: Period;
  readonly total: UsageTotal;
  readonly line: string | null;
}

/**
 * Returns the lines of usage, numbered from `position` on. Usage of the period is discounted like add-ons; late usage
 * and corrections are not.
 */
export const usageLinesOf = (setting: LineSetting, item: UsageItem, position: number): UsageLines => {
  const charges: DraftLine[] = [];
  const corrections: DraftLine[] = [];
  const billed: UsageBilling[] = [];
  for (const usage of item.usage) {
    const lines = uncredited(partsOf(usage), usage.credited ?? 0)
      .filter(({ gross }) => gross !== 0 || (item.showsUnused && !usage.selection.late))
      .map((part): DraftLine => {
        const to = part.gross < 0 ? corrections : charges;
        const line = {
          line: lineOf(item, usage, part, position + to.length),
          record: recordOf(setting, item, usage, part),
        };
        to.push(line);
        return line;
      });
    billed.push({
      selection: usage.selection,
      period: usage.period,
      total: usage.total,
      line: lines[0]?.record.uuid ?? null,
    });
  }
  return { charges, corrections, billed };
};

/** Returns the cents, before taxes, that corrections exceed usage by. */
export const correctionOf = (usage: BilledUsage): number =>
  amountOfUsage(usage).startsWith('-') ? partsOf(usage).reduce((sum, { gross }) => sum - Math.min(0, gross), 0) : 0;

/** Returns the amount that is billed, as decimal text. */
export const amountOfUsage = ({ counted, total }: Pick<BilledUsage, 'counted' | 'total'>): string =>
  counted ?? total.amount;

/** Returns parts without so many cents of those below 0. */
const uncredited = (parts: readonly Part[], credited: number): Part[] => {
  let rest = credited;
  return parts.map((part) => {
    const taken = part.gross < 0 ? Math.min(rest, 0 - part.gross) : 0;
    rest -= taken;
    return taken === 0 ? part : { gross: part.gross + taken, from: part.from, to: part.to, ...shareOfPart(part) };
  });
};

/** Whether an invoice can bill usage: the amount is within its limit. */
export const isBillable = (usage: BilledUsage): boolean => centsOfUsage(usage) <= MAX_CENTS;

/** Returns the codes of the add-ons whose usage makes an invoice exceed its limit; none where it does not. */
export const addOnsBeyondLimit = (usage: readonly BilledUsage[]): readonly string[] => {
  const sum = usage.reduce((total, one) => total + centsOfUsage(one), 0);
  if (sum <= MAX_CENTS) return [];
  return [...new Set(usage.filter((one) => centsOfUsage(one) > 0).map(({ addOn }) => addOn.add_on_code))];
};

/** Returns the cents that usage amounts to, before discounts and taxes; `Infinity` above every limit. */
export const centsOfUsage = (usage: BilledUsage): number => {
  try {
    return partsOf(usage).reduce((sum, { gross }) => sum + gross, 0);
  } catch (error) {
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
};

/** Returns how many lines usage can have at most. */
export const usageLineCount = (usage: readonly BilledUsage[]): number =>
  usage.reduce((sum, { addOn }) => sum + Math.max(1, addOn.tiers.length, addOn.percentage_tiers?.length ?? 0), 0);

/** Returns a correction as the line of a credit invoice, with negative amounts. */
export const correctionLine = (line: AdjustmentRecord): AdjustmentRecord => ({
  ...line,
  type: 'credit',
  credit_reason_code: 'general',
  unit_amount_in_cents: 0 - line.unit_amount_in_cents,
  tax_in_cents: 0 - line.tax_in_cents,
  total_in_cents: 0 - line.total_in_cents,
  taxes: line.taxes.map((tax) => ({ ...tax, amount: 0 - tax.amount })),
});

/** A part of usage at one price; a percentage has no unit price. */
type Part = Pick<UsageLine, 'gross' | 'from' | 'to'> &
  Partial<Pick<UsageLine, 'quantity' | 'unit'>> & { readonly percentage?: string };

const shareOfPart = ({ percentage }: Part): Pick<Part, 'percentage'> =>
  percentage === undefined ? {} : { percentage };

const partsOf = (usage: BilledUsage): readonly Part[] => {
  const { addOn, selection, before } = usage;
  const amount = amountOfUsage(usage);
  const isAdded = selection.late || isCountedByTerm(addOn);
  if (addOn.usage_type === 'percentage') {
    const price = percentagePrice(addOn);
    return isAdded ? addedPercentageLines(price, before, amount) : percentageLines(price, amount);
  }
  const price = quantityPrice(addOn);
  return isAdded ? addedUsageLines(price, before, amount) : usageLines(price, amount);
};

const percentagePrice = ({
  tier_type,
  percentage_tiers,
  usage_percentage,
}: SubscriptionAddOnRecord): PercentagePrice =>
  (tier_type === 'tiered' || tier_type === 'volume') && percentage_tiers
    ? { model: tier_type, tiers: percentage_tiers }
    : { model: 'flat', tiers: [{ ending: null, percentage: usage_percentage ?? '0' }] };

const lineOf = (
  { before, rates }: UsageItem,
  { addOn, selection }: BilledUsage,
  part: Part,
  position: number,
): Line => ({
  kind: selection.late || part.gross < 0 ? 'undiscounted' : 'add_on',
  code: addOn.add_on_code,
  position,
  gross: Math.abs(part.gross),
  plan: before.plan_code,
  subscription: before.uuid,
  rates: before.tax_exempt ? [] : rates,
  inclusive: before.tax_inclusive,
});

const recordOf = (
  setting: LineSetting,
  { before, shipping }: UsageItem,
  usage: BilledUsage,
  part: Part,
): AdjustmentRecord => {
  const { addOn, period } = usage;
  const counted = unitsOf(part);
  return {
    ...blankLine(setting),
    ...counted,
    quantity_remaining: counted.quantity,
    subscription_id: before.uuid,
    plan_code: before.plan_code,
    description: describe(usage, part, setting.currency),
    accounting_code: addOn.accounting_code,
    product_code: addOn.add_on_code,
    origin: 'add_on',
    tax_exempt: before.tax_exempt,
    tax_inclusive: before.tax_inclusive,
    tax_code: before.tax_code,
    shipping_address: shipping,
    start_date: period.startedAt,
    end_date: period.endsAt,
    computation: computationOf(before, usage, part),
    revenue_schedule_type: addOn.revenue_schedule_type,
  };
};

const computationOf = (
  { interval_unit, interval_length, anchor_at }: SubscriptionRecord,
  usage: BilledUsage,
  { quantity, unit, gross, from, to, percentage }: Part,
): LineComputation => {
  const { addOn, selection, before } = usage;
  const isStep = addOn.tier_type === 'stairstep';
  return {
    proration: '1/1',
    whole_in_cents: gross,
    interval_unit,
    interval_length,
    anchor_at,
    usage: {
      amount: quantity && !isStep ? plainDecimal(quantity) : amountOfUsage(usage),
      unit: unit ?? null,
      percentage: unit === undefined ? (percentage ?? addOn.usage_percentage) : null,
      measured_unit_id: addOn.measured_unit_id,
      ...(selection.late ? { before } : isCountedByTerm(addOn) ? { in_term: before } : {}),
    },
    ...tierOf({ from, to }),
  };
};

type Units = Pick<AdjustmentRecord, 'quantity' | 'quantity_decimal' | 'unit_amount_in_cents'>;

/** Returns quantity and unit price. A percentage is one unit of its amount. */
const unitsOf = ({ quantity, unit, gross }: Part): Units =>
  !quantity || unit === undefined
    ? { quantity: 1, quantity_decimal: null, unit_amount_in_cents: Math.abs(gross) }
    : countedUnits(unit, plainDecimal(quantity).replace('-', ''));

const describe = (usage: BilledUsage, part: Part, currency: string): string => {
  const { addOn, period, selection } = usage;
  return [
    ...(addOn.usage_type === 'percentage'
      ? [addOn.name, percentageText(usage, part, currency)]
      : [nameOfRange(addOn.name, part), ...fractionText(part, currency)]),
    ...(selection.late ? [`late usage of ${dayOf(period.startedAt)} to ${dayOf(period.endsAt)}`] : []),
    ...(part.gross < 0 ? ['correction'] : []),
  ].join(', ');
};

const percentageText = (usage: BilledUsage, { percentage, quantity }: Part, currency: string): string => {
  const amount = quantity ? plainDecimal(quantity) : amountOfUsage(usage);
  return `${percentage ?? usage.addOn.usage_percentage ?? '0'}% of ${amountText(Number(amount), currency)}`;
};

/** Returns the text of a fractional quantity, whose line has a quantity of 1. */
const fractionText = ({ quantity, unit = 0 }: Part, currency: string): string[] =>
  !quantity || quantity.numerator % quantity.denominator === 0n
    ? []
    : [`${plainDecimal(quantity)} at ${amountText(unit, currency)}`];

const dayOf = (at: Seconds): string => isoTime(at).slice(0, 10);
