import { decimalFraction, type Fraction, fraction, plus, rounded, times } from '../../values/money/fraction.ts';
import { amountText } from '../../values/money/money-text.ts';
import type { LineTax, ShownAdjustment } from '../adjustments/record.ts';
import { numbersText, percentText } from './explain-words.ts';
import type { InvoiceToExplain } from './explanation.ts';

type Lines = Pick<InvoiceToExplain, 'lines' | 'coupons'>;

/** A line and its number on the invoice, from 1. */
type Numbered = ShownAdjustment & { readonly number: number };

const roundedOver = ({ length }: readonly unknown[]): string =>
  length === 1 ? 'rounded once' : 'rounded once and spread over the lines by largest remainder';

/** Returns how each coupon's discount was rounded: once for all lines that it covers. */
export const explainDiscounts = ({ lines, coupons }: Lines): string[] => {
  const parts = numbered(lines).flatMap((line) =>
    line.discounts.map((discount) => ({ ...discount, number: line.number, currency: line.currency })),
  );
  return [...Map.groupBy(parts, ({ redemption }) => redemption)].map(([redemption, taken]) => {
    const { off, currency } = taken[0]!;
    const money = (cents: number): string => amountText(cents, currency);
    const where = `Coupon ${coupons.get(redemption) ?? redemption} on ${linesText(taken)}`;
    const amount = sum(taken.map((each) => each.amount));
    const of = sum(taken.map((each) => each.of ?? 0));
    if (!off) return `${where}: -${money(amount)}.`;
    if ('amount' in off)
      return `${where}: ${money(off.amount)}, of which the invoice used ${money(amount)}, line by line.`;
    const exact = rounded(fraction(of * off.percent, 100)) === amount;
    return exact
      ? `${where}: ${off.percent} % of ${money(of)} = ${money(amount)}, ${roundedOver(taken)}.`
      : `${where}: ${off.percent} %, together ${money(amount)}, ${roundedOver(taken)}.`;
  });
};

/** Returns how the tax was rounded: once for all lines that bear the same rates. */
export const explainTaxes = ({ lines }: Pick<Lines, 'lines'>): string[] => {
  const taxed = numbered(lines).filter(({ type, taxes }) => type === 'charge' && taxes.length > 0);
  const keyOf = ({ taxes, tax_inclusive }: Numbered): string => `${taxes.map(rateKey).sort().join()} ${tax_inclusive}`;
  return [...Map.groupBy(taxed, keyOf).values()].map((group) => {
    const { taxes, currency, tax_inclusive } = group[0]!;
    const money = (cents: number): string => amountText(cents, currency);
    const rate = taxes.reduce<Fraction>((total, each) => plus(total, decimalFraction(each.rate)), fraction(0));
    const net = sum(group.map((line) => line.total_in_cents - line.tax_in_cents));
    const tax = sum(group.map((line) => line.tax_in_cents));
    const rates = taxesText(taxes);
    const combined = taxes.length > 1 ? `${rates} = ${percentText(rate)}` : rates;
    const where = `Tax group ${combined} on ${linesText(group)}`;
    const parts = taxes.length > 1 ? ` ${partsText(group, money)}` : '';
    if (tax_inclusive) {
      const { numerator, denominator } = rate;
      const isExact = rounded(times(fraction(net + tax), fraction(numerator, numerator + denominator))) === tax;
      const within = `${where}: ${money(tax)} within ${money(net + tax)} after discounts`;
      return isExact
        ? `${within}, which is ${percentText(rate)} on ${money(net)}, ${roundedOver(group)}.${parts}`
        : `${within}, as it was billed.${parts}`;
    }
    return rounded(times(fraction(net), rate)) === tax
      ? `${where}: ${percentText(rate)} of ${money(net)} after discounts = ${money(tax)}, ${roundedOver(group)}.${parts}`
      : `${where}: ${money(tax)} on ${money(net)} after discounts, as it was billed.${parts}`;
  });
};

const numbered = (lines: Lines['lines']): Numbered[] => lines.map((line, at) => ({ ...line, number: at + 1 }));

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const linesText = (lines: readonly { readonly number: number }[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${numbersText(lines.map(({ number }) => number))}`;

const rateKey = ({ type, region, rate }: LineTax): string => JSON.stringify([type, region, rate]);

/** Returns the taxes of a line with their rates: `GST 5 % + QST 9.975 %`. */
export const taxesText = (taxes: readonly LineTax[]): string =>
  taxes.map((each) => `${nameOf(each)} ${percentText(decimalFraction(each.rate))}`).join(' + ');

/** `CA sales tax`, `DE VAT`, `GST`. */
const nameOf = ({ type, region }: Pick<LineTax, 'type' | 'region'>): string => {
  if (type === 'usst') return `${region} sales tax`;
  return type === 'vat' ? `${region} VAT` : region;
};

/** `Of it GST 0.50 USD, QST 1.00 USD.` */
const partsText = (group: readonly Numbered[], money: (cents: number) => string): string => {
  const byRate = Map.groupBy(
    group.flatMap(({ taxes }) => taxes),
    rateKey,
  );
  const parts = [...byRate.values()].map(
    (taxes) => `${nameOf(taxes[0]!)} ${money(sum(taxes.map(({ amount }) => amount)))}`,
  );
  return `Of it ${parts.join(', ')}.`;
};
