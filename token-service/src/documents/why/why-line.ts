import type { LineComputation, LineUsage } from '@service/billing/domain/adjustments/computation.ts';
import { exactUnits } from '@service/billing/domain/adjustments/counted-units.ts';
import type { AdjustmentRecord, LineDiscount } from '@service/billing/domain/adjustments/record.ts';
import { isWhole, secondsOfInterval } from '@service/billing/domain/invoices/explain-period.ts';
import { decimalFraction, type Fraction, fraction, rounded, times } from '@service/billing/values/money/fraction.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { InvoiceWords } from '../messages/en/invoice.ts';
import type { Formats } from '../messages/formats.ts';
import { taxName } from '../messages/tax-rows.ts';
import { pricedTime, type TimeToPrice } from './priced-time.ts';

/** A step of a computation: `Full price`, `2 × $10.00 = $20.00`. */
export interface WhyRow {
  readonly label: string;
  readonly value: string;
}

/** The language of an explanation. */
export interface WhyLanguage {
  readonly words: InvoiceWords;
  readonly formats: Formats;
  readonly locale: string;
}

/** The stored records beside a line that its amount depends on. */
export interface WhyRecords {
  /** Coupon codes by the uuid of their redemption. */
  readonly coupons: ReadonlyMap<string, string>;
  /** The charges that credits are made against, by uuid. */
  readonly charges: ReadonlyMap<string, AdjustmentRecord & { readonly invoice: string | null }>;
}

/** Returns the steps by which the amount of a line was computed, from what is stored of it: nothing is priced again. */
export const whyLine = (line: AdjustmentRecord, records: WhyRecords, language: WhyLanguage): WhyRow[] =>
  line.type === 'credit' ? whyCredit(line, records, language) : whyCharge(line, records, language);

const grossOf = ({ unit_amount_in_cents, quantity }: AdjustmentRecord): number => unit_amount_in_cents * quantity;

const whyCharge = (line: AdjustmentRecord, { coupons }: WhyRecords, language: WhyLanguage): WhyRow[] => {
  const { words, formats } = language;
  const { money } = formats;
  return [
    ...priceRows(line, language),
    ...line.discounts.map((discount) => discountRow(discount, coupons, language)),
    ...taxesOf(line, language),
    { label: words.why.total, value: money(line.total_in_cents) },
  ];
};

/** The taxes of a line. Those of a credit, stored below 0, are above 0 like the amount that is credited. */
const taxesOf = (line: AdjustmentRecord, { words, formats: { money, rate } }: WhyLanguage): WhyRow[] =>
  line.taxes.map((tax) => {
    const name = taxName(tax, words, rate);
    return { label: line.tax_inclusive ? words.includes(name) : name, value: money(Math.abs(tax.amount)) };
  });

const priceRows = (line: AdjustmentRecord, language: WhyLanguage): WhyRow[] => {
  const { words, formats } = language;
  const { why } = words;
  const { money, quantity } = formats;
  const { computation, end_date, origin } = line;
  if (computation?.usage) return usageRows(computation, computation.usage, language);
  const trial = origin.endsWith('_trial') ? [{ label: why.trial, value: money(0) }] : [];
  const product = (count: number | string, unit: number, sum: number) =>
    Number(count) === 1 ? money(sum) : `${quantity(count)} × ${money(unit)} = ${money(sum)}`;
  if (!computation || end_date === null) {
    const { quantity: exact, unit_amount_in_cents: unit } = exactUnits(line);
    const value = product(exact, unit, grossOf(line));
    return [{ label: why.price, value }, ...trial];
  }
  const { whole_in_cents: whole, quantity: count = 1, unit_amount_in_cents: unit = whole } = computation;
  const before = computation.instead_of_in_cents;
  return [
    before === undefined
      ? { label: why.price, value: product(count, unit, whole) }
      : { label: why.diff, value: `${why.instead(money(before + whole), money(before))}: ${money(whole)}` },
    ...rampRows(computation, language),
    ...tierRows(computation, language),
    ...(isWhole(computation) ? [] : proratedRows(line, end_date, computation, language)),
    ...trial,
  ];
};

/** The part of an interval that is billed, and its price. */
const proratedRows = (
  line: AdjustmentRecord,
  to: Seconds,
  computation: LineComputation,
  language: WhyLanguage,
): WhyRow[] => {
  const { words, formats, locale } = language;
  const { why } = words;
  const { start_date: from } = line;
  const { part, price, isEquation } = pricedTime(timeToPrice(line, from, to, computation), locale, formats);
  return [
    { label: why.time, value: `${formats.period(from, to)} (${part})` },
    { label: why.prorated, value: price },
    ...(isEquation || isPlain(line) ? [] : [amountRow(line, language)]),
  ];
};

const timeToPrice = (
  line: AdjustmentRecord,
  from: Seconds,
  to: Seconds,
  computation: LineComputation,
): TimeToPrice => ({
  part: to - from,
  interval: secondsOfInterval(from, to, computation),
  proration: computation.proration,
  whole_in_cents: computation.whole_in_cents,
  amount: Math.abs(grossOf(line)),
});

/** Whether the total of a line is its amount. */
const isPlain = ({ discounts, taxes }: AdjustmentRecord): boolean => discounts.length === 0 && taxes.length === 0;

const amountRow = (line: AdjustmentRecord, { words, formats: { money } }: WhyLanguage): WhyRow => ({
  label: words.amount,
  value: money(Math.abs(grossOf(line))),
});

const rampRows = ({ ramp }: LineComputation, { words: { why }, formats: { quantity } }: WhyLanguage): WhyRow[] =>
  ramp ? [{ label: '', value: why.ramp(quantity(ramp.from)) }] : [];

const tierRows = ({ tier }: LineComputation, { words: { why }, formats: { quantity } }: WhyLanguage): WhyRow[] => {
  if (!tier) return [];
  const { from, to } = tier;
  const text = to === null ? why.lastTier(quantity(from)) : why.tier(quantity(from), quantity(to));
  return [{ label: '', value: text }];
};

const usageRows = (
  computation: LineComputation,
  { amount, unit, percentage, before }: LineUsage,
  language: WhyLanguage,
): WhyRow[] => {
  const { words, formats } = language;
  const { why } = words;
  const { money } = formats;
  const { whole_in_cents: gross, tier } = computation;
  const count = formats.quantity(amount);
  const priced = (factors: string, price: Fraction) =>
    `${factors}${rounded(price) === gross ? ' =' : ':'} ${money(gross)}`;
  const product = (): string => {
    const sold = decimalFraction(amount);
    if (unit === null) {
      const factors = `${formats.rate(String(Number(percentage ?? 0) / 100))} × ${money(Number(amount))}`;
      return priced(factors, times(sold, times(decimalFraction(percentage ?? '0'), fraction(1, 100))));
    }
    // Amounts that were billed before can leave a cent more or less.
    return Math.abs(Number(amount) * unit - gross) <= 1
      ? priced(`${count} × ${money(unit)}`, times(sold, decimalFraction(String(unit))))
      : `${why.step(count)}: ${money(gross)}`;
  };
  return [
    { label: why.usage, value: product() },
    ...(before === undefined
      ? []
      : [{ label: '', value: why.late(unit === null ? money(Number(before)) : formats.quantity(before)) }]),
    ...(tier && unit !== null ? tierRows(computation, language) : []),
  ];
};

const discountRow = (
  { redemption, amount, off, of }: LineDiscount,
  coupons: WhyRecords['coupons'],
  { words, formats: { money, rate } }: WhyLanguage,
): WhyRow => {
  const code = coupons.get(redemption);
  const label = code ? words.why.coupon(code) : words.discount;
  if (off && 'percent' in off && of !== undefined) {
    // The cents of all lines are rounded together, and no line is discounted below what others left of it.
    const share = times(decimalFraction(String(off.percent)), fraction(1, 100));
    const is = rounded(times(fraction(of), share)) === amount ? ' =' : ':';
    return { label, value: `${rate(String(off.percent / 100))} × ${money(of)}${is} ${money(-amount)}` };
  }
  if (off && 'amount' in off && off.amount !== amount) {
    return { label, value: `${words.why.ofInvoice(money(off.amount))}: ${money(-amount)}` };
  }
  return { label, value: money(-amount) };
};

const whyCredit = (line: AdjustmentRecord, records: WhyRecords, language: WhyLanguage): WhyRow[] => {
  const { why } = language.words;
  const { money } = language.formats;
  return [
    ...creditRows(line, records, language),
    ...line.discounts.map((discount) => creditedDiscountRow(discount, records.coupons, language)),
    ...taxesOf(line, language),
    { label: why.credited, value: money(Math.abs(line.total_in_cents)) },
  ];
};

/** The reason of a credit, and its amount without discount and tax where it has any of them. */
const creditRows = (line: AdjustmentRecord, { charges }: WhyRecords, language: WhyLanguage): WhyRow[] => {
  const { why } = language.words;
  const { money } = language.formats;
  const charge = charges.get(line.original_adjustment_uuid ?? '');
  const { computation } = line;
  if (!charge && computation?.usage) return usageRows(computation, computation.usage, language);
  const origin =
    charge?.invoice != null
      ? [{ label: why.credit(charge.description ?? '', charge.invoice), value: money(grossOf(charge)) }]
      : [];
  const { rows, isEquation } = unusedTime(line, language);
  return [...origin, ...rows, ...(isEquation || isPlain(line) ? [] : [amountRow(line, language)])];
};

/** The part of a charged period that is no longer used, and its price without discount and tax. */
const unusedTime = (
  line: AdjustmentRecord,
  { words: { why }, formats, locale }: WhyLanguage,
): { readonly rows: readonly WhyRow[]; readonly isEquation: boolean } => {
  const { computation, created_at: from, end_date: to } = line;
  if (!computation || to === null || to <= from) return { rows: [], isEquation: false };
  const time = timeToPrice(line, from, to, computation);
  const { part, price, isEquation } = pricedTime(time, locale, formats);
  const unused = { label: why.unused, value: `${formats.period(from, to)} (${part})` };
  // Its share is that of another part.
  if (time.interval === undefined) return { rows: [unused], isEquation: false };
  return { rows: [unused, { label: why.prorated, value: price }], isEquation };
};

/** The part of a discount that the charge had, by which less is credited. */
const creditedDiscountRow = (
  { redemption, amount }: LineDiscount,
  coupons: WhyRecords['coupons'],
  { words, formats: { money } }: WhyLanguage,
): WhyRow => {
  const code = coupons.get(redemption);
  return { label: code ? words.why.coupon(code) : words.discount, value: money(-Math.abs(amount)) };
};
