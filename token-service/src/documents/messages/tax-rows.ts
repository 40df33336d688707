import type { LineTax } from '@service/billing/domain/adjustments/record.ts';
import type { InvoiceWords } from './en/invoice.ts';
import type { Formats } from './formats.ts';

/** The taxes of a line, which its price contains or not. */
export interface TaxedLine {
  readonly taxes: readonly LineTax[];
  readonly tax_inclusive: boolean;
}

/**
 * Returns the tax of each jurisdiction, with its region and rate: `CA sales tax (8.75%)`, for a sum of figures without
 * tax.
 */
export const taxRows = (
  lines: readonly Pick<TaxedLine, 'taxes'>[],
  words: InvoiceWords,
  { money, rate }: Formats,
): { readonly label: string; readonly value: string }[] => {
  const byTax = Map.groupBy(
    lines.flatMap(({ taxes }) => taxes),
    (tax) => JSON.stringify([tax.type, tax.region, tax.rate]),
  );
  return [...byTax.values()].map((parts) => {
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    return { label: taxName(parts[0]!, words, rate), value: money(amount) };
  });
};

/**
 * Returns the tax of each jurisdiction as `taxRows`, for a list of prices: `Includes VAT FR (20%)` where they contain
 * it.
 */
export const taxRowsOfPrices = (lines: readonly TaxedLine[], words: InvoiceWords, formats: Formats) => [
  ...taxRows(
    lines.filter(({ tax_inclusive }) => !tax_inclusive),
    words,
    formats,
  ),
  ...taxRows(
    lines.filter(({ tax_inclusive }) => tax_inclusive),
    words,
    formats,
  ).map(({ label, value }) => ({ label: words.includes(label), value })),
];

/** `CA sales tax (8.75%)` */
export const taxName = ({ type, region, rate }: LineTax, words: InvoiceWords, written: Formats['rate']): string => {
  if (type === 'usst') return words.salesTax(region, written(rate));
  return type === 'vat' ? words.vat(region, written(rate)) : words.otherTax(region, written(rate));
};
