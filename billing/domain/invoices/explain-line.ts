import { compare, fraction } from '../../values/money/fraction.ts';
import { readFraction } from '../../values/money/fraction-text.ts';
import { amountText } from '../../values/money/money-text.ts';
import type { LineComputation } from '../adjustments/computation.ts';
import { exactUnits } from '../adjustments/counted-units.ts';
import type { LineDiscount, ShownAdjustment } from '../adjustments/record.ts';
import { explainPeriod } from './explain-period.ts';
import { explainTier } from './explain-tier.ts';
import { explainUsage } from './explain-usage.ts';
import { momentText } from './explain-words.ts';
import type { InvoiceToExplain } from './explanation.ts';

/** Explains the computation of a charge line, sentence by sentence, from its record. */
export const explainCharge = (line: ShownAdjustment, { coupons }: Pick<InvoiceToExplain, 'coupons'>): string[] => [
  ...explainPrice(line),
  ...line.discounts.map((discount) => explainDiscount(discount, line.currency, coupons)),
  explainTax(line),
  explainTotal(line),
];

const grossOf = ({ unit_amount_in_cents, quantity }: ShownAdjustment): number => unit_amount_in_cents * quantity;

/** Plans and add-ons have prices for an interval; everything else is a quantity at a price. */
const PRODUCTS = ['plan', 'plan_trial', 'add_on', 'add_on_trial'];

const explainPrice = (line: ShownAdjustment): string[] => {
  const { computation, origin, start_date, end_date, currency } = line;
  if (computation?.usage) return explainUsage(line, computation, computation.usage);
  if (computation && end_date !== null)
    return [explainPeriod(start_date, end_date, computation), ...priceOfInterval(line, computation)];
  const period = end_date === null ? [] : [`Period: ${momentText(start_date)} to ${momentText(end_date)}.`];
  const { quantity, unit_amount_in_cents: unit } = exactUnits(line);
  const product = `Price: ${quantity} x ${amountText(unit, currency)} = ${amountText(grossOf(line), currency)}.`;
  return PRODUCTS.includes(origin)
    ? [...period, product, 'This line was billed before computations were recorded, so its proration is not known.']
    : [...period, product];
};

const priceOfInterval = (line: ShownAdjustment, computation: LineComputation): string[] => {
  const money = (cents: number): string => amountText(cents, line.currency);
  const { whole_in_cents: whole, proration } = computation;
  const trial = line.origin.endsWith('_trial') ? ['The trial is free.'] : [];
  const tier = [...explainRamp(computation), ...explainTier(computation, money)];
  const interval = `Price of a whole interval: ${wholeText(computation, money)}.`;
  if (compare(readFraction(proration), fraction(1)) === 0) return [interval, ...tier, ...trial];
  return [
    interval,
    ...tier,
    `Prorated: ${money(whole)} x ${proration} = ${money(grossOf(line))}, rounded once on the product.`,
    ...trial,
  ];
};

const explainRamp = ({ ramp }: LineComputation): string[] =>
  ramp ? [`Ramp: billing cycle ${ramp.cycle}, at the price from cycle ${ramp.from} on.`] : [];

const wholeText = (
  { whole_in_cents: whole, quantity, unit_amount_in_cents: unit, instead_of_in_cents: before }: LineComputation,
  money: (cents: number) => string,
): string => {
  if (before !== undefined)
    return `${money(before + whole)} instead of ${money(before)}, a difference of ${money(whole)}`;
  return quantity === undefined || unit === undefined ? money(whole) : `${quantity} x ${money(unit)} = ${money(whole)}`;
};

const explainDiscount = (
  { redemption, amount, off, of }: LineDiscount,
  currency: string,
  coupons: InvoiceToExplain['coupons'],
): string => {
  const money = (cents: number): string => amountText(cents, currency);
  const coupon = `Coupon ${coupons.get(redemption) ?? redemption}`;
  if (!off || of === undefined) return `${coupon}: -${money(amount)}.`;
  return 'percent' in off
    ? `${coupon}: ${off.percent} % of ${money(of)}, this line's share of the discount: -${money(amount)}.`
    : `${coupon}: ${money(off.amount)} for the whole invoice, this line's part of it: -${money(amount)}.`;
};

const explainTax = ({ taxes, tax_in_cents, tax_exempt, tax_inclusive, currency }: ShownAdjustment): string => {
  if (taxes.length === 0) return tax_exempt ? 'Tax: none, the line is exempt.' : 'Tax: none.';
  if (tax_inclusive)
    return `Tax: the price includes ${amountText(tax_in_cents, currency)} tax, this line's share of its tax group.`;
  return `Tax: ${amountText(tax_in_cents, currency)}, this line's share of its tax group.`;
};

const explainTotal = (line: ShownAdjustment): string => {
  const money = (cents: number): string => amountText(cents, line.currency);
  const { discount_in_cents: discount, tax_in_cents: tax, tax_inclusive } = line;
  const sum = [
    money(grossOf(line)),
    ...(discount === 0 ? [] : [` - ${money(discount)} discount`]),
    ...(tax === 0 || tax_inclusive ? [] : [` + ${money(tax)} tax`]),
  ];
  const total = sum.length === 1 ? `Total: ${sum[0]}` : `Total: ${sum.join('')} = ${money(line.total_in_cents)}`;
  return tax !== 0 && tax_inclusive ? `${total}, includes ${money(tax)} tax.` : `${total}.`;
};
