import type { LineComputation, LineUsage } from '@service/billing/domain/adjustments/computation.ts';
import { exactUnits } from '@service/billing/domain/adjustments/counted-units.ts';
import type { AdjustmentRecord, LineDiscount } from '@service/billing/domain/adjustments/record.ts';
import { isWhole, secondsOfInterval } from '@service/billing/domain/invoices/explain-period.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { InvoiceWords } from '../messages/en/invoice.ts';
import type { Formats } from '../messages/formats.ts';
import { taxName } from '../messages/tax-rows.ts';
import { durationIn } from './duration.ts';

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
    ...(isWhole(computation) ? [] : proratedRows(line.start_date, end_date, computation, grossOf(line), language)),
    ...trial,
  ];
};

/** The part of an interval that is billed, and its price. */
const proratedRows = (
  from: Seconds,
  to: Seconds,
  computation: LineComputation,
  gross: number,
  { words: { why }, formats: { money, period }, locale }: WhyLanguage,
): WhyRow[] => {
  const seconds = secondsOfInterval(from, to, computation);
  const [part, whole] = [durationIn(locale, to - from), seconds && durationIn(locale, seconds)];
  const share = whole ? `${part} ÷ ${whole}` : computation.proration;
  return [
    { label: why.time, value: `${period(from, to)} (${part})` },
    { label: why.prorated, value: `${money(computation.whole_in_cents)} × ${share} = ${money(gross)}` },
  ];
};

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
  const { words, formats, locale } = language;
  const { why } = words;
  const { money } = formats;
  const { whole_in_cents: gross, tier } = computation;
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 9 }).format(Number(amount));
  const product = (): string => {
    if (unit === null)
      return `${formats.rate(String(Number(percentage ?? 0) / 100))} × ${money(Number(amount))} = ${money(gross)}`;
    return Math.abs(Number(amount) * unit - gross) <= 1
      ? `${count} × ${money(unit)} = ${money(gross)}`
      : `${why.step(count)}: ${money(gross)}`;
  };
  return [
    { label: why.usage, value: product() },
    ...(before === undefined ? [] : [{ label: '', value: why.late(before) }]),
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
    return { label, value: `${rate(String(off.percent / 100))} × ${money(of)} = ${money(-amount)}` };
  }
  if (off && 'amount' in off && off.amount !== amount) {
    return { label, value: `${words.why.ofInvoice(money(off.amount))}: ${money(-amount)}` };
  }
  return { label, value: money(-amount) };
};

const whyCredit = (line: AdjustmentRecord, records: WhyRecords, language: WhyLanguage): WhyRow[] => {
  const { words, formats } = language;
  const { why } = words;
  const { money } = formats;
  const charge = records.charges.get(line.original_adjustment_uuid ?? '');
  const { computation } = line;
  if (!charge && computation?.usage) return usageRows(computation, computation.usage, language);
  const origin =
    charge?.invoice != null
      ? [{ label: why.credit(charge.description ?? '', charge.invoice), value: money(grossOf(charge)) }]
      : [];
  const parts = [
    ...line.discounts.map((discount) => creditedDiscountRow(discount, records.coupons, language)),
    ...taxesOf(line, language),
  ];
  const unused = unusedRows(line, language);
  const isSaid = parts.length === 0 || unused.some(({ label }) => label === why.prorated);
  return [
    ...origin,
    ...unused,
    ...(isSaid ? [] : [{ label: words.amount, value: money(Math.abs(grossOf(line))) }]),
    ...parts,
    { label: why.credited, value: money(Math.abs(line.total_in_cents)) },
  ];
};

/** The part of a charged period that is no longer used, and its price without discount and tax. */
const unusedRows = (line: AdjustmentRecord, { words: { why }, formats, locale }: WhyLanguage): WhyRow[] => {
  const { computation, created_at, end_date } = line;
  if (!computation || end_date === null || end_date <= created_at) return [];
  const { money, period } = formats;
  const part = durationIn(locale, end_date - created_at);
  const interval = secondsOfInterval(created_at, end_date, computation);
  const time = { label: why.unused, value: `${period(created_at, end_date)} (${part})` };
  if (!interval) return [time];
  const share = `${money(computation.whole_in_cents)} × ${part} ÷ ${durationIn(locale, interval)}`;
  return [time, { label: why.prorated, value: `${share} = ${money(Math.abs(grossOf(line)))}` }];
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
