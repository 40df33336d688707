import type { LineTax } from '@service/billing/domain/adjustments/record.ts';
import type { InvoiceWords } from './en/invoice.ts';
import type { Formats } from './formats.ts';

/** Returns the tax of each jurisdiction, with its region and rate: `CA sales tax (8.75%)`. */
export const taxRows = (
  lines: readonly { readonly taxes: readonly LineTax[] }[],
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

/** `CA sales tax (8.75%)` */
export const taxName = ({ type, region, rate }: LineTax, words: InvoiceWords, written: Formats['rate']): string => {
  if (type === 'usst') return words.salesTax(region, written(rate));
  return type === 'vat' ? words.vat(region, written(rate)) : words.otherTax(region, written(rate));
};
