import { centsOf } from '../../values/money/decimal-text.ts';
import { decimalFraction, fraction, plus, times } from '../../values/money/fraction.ts';
import type { LineVat, VatBreakdown, VatCategory } from './e-invoice.ts';

/** The reasons for charging no VAT: their text, and their code in the list of the European Commission. */
const EXEMPTIONS: Readonly<Partial<Record<VatCategory, { readonly reason: string; readonly code: string | null }>>> = {
  E: { reason: 'Exempt from VAT', code: null },
  AE: { reason: 'Reverse charge', code: 'VATEX-EU-AE' },
  K: { reason: 'Intra-Community supply', code: 'VATEX-EU-IC' },
};

interface TaxedAmount {
  readonly vat: LineVat;
  readonly net: number;
  readonly tax: number;
}

/**
 * Returns the sums of the lines by category and rate of VAT, in the order in which lines have them. `reverseCharge`:
 * the merchant's own text for it.
 */
export const vatBreakdown = (lines: readonly TaxedAmount[], reverseCharge: string | null): VatBreakdown[] =>
  [...Map.groupBy(lines, ({ vat }) => `${vat.category} ${vat.percent}`).values()].map((group) => {
    const { vat } = group[0]!;
    const known = EXEMPTIONS[vat.category] ?? null;
    const own = vat.category === 'AE' ? reverseCharge?.trim() : '';
    return {
      ...vat,
      taxable: group.reduce((sum, { net }) => sum + net, 0),
      tax: group.reduce((sum, { tax }) => sum + tax, 0),
      exemption: known && own ? { ...known, reason: own } : known,
    };
  });

/**
 * Whether the tax of a category is its rate on its amount. The published rules let it differ by less than one unit of
 * the currency (BR-CO-17).
 */
export const isComputedTax = ({ percent, taxable, tax }: VatBreakdown, currency: string): boolean => {
  const computed = times(fraction(-taxable), times(decimalFraction(percent), fraction(1, 100)));
  const { numerator, denominator } = plus(fraction(tax), computed);
  return (numerator < 0n ? -numerator : numerator) < denominator * BigInt(centsOf('1', currency));
};
