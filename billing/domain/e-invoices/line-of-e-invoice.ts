import { decimalFraction, fraction, times } from '../../values/money/fraction.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import { serviceDays } from '../../values/periods/service-days.ts';
import { isFraction } from '../adjustments/counted-units.ts';
import type { ShownAdjustment } from '../adjustments/record.ts';
import type { EInvoiceLine, EInvoicePeriod, LineVat, VatCategory } from './e-invoice.ts';

/** The amounts of a line as the standard counts them, in cents and without VAT: `net` is `gross` less `discount`. */
export interface LineAmounts {
  readonly gross: number;
  readonly discount: number;
  readonly net: number;
  readonly tax: number;
}

/** A line with its amounts and its category, before it has a number. */
export interface CountedLine {
  readonly line: ShownAdjustment;
  readonly amounts: LineAmounts;
}

/** Returns the amounts of a line, with the other sign where `sign` is -1. A price that contains VAT loses it here. */
export const amountsOf = (line: ShownAdjustment, sign: 1 | -1): LineAmounts => {
  const tax = line.taxes.reduce((sum, { amount }) => sum + amount, 0);
  const net = line.total_in_cents - tax;
  const discount = line.discount_in_cents - (line.tax_inclusive ? line.discount_tax_in_cents : 0);
  const signed = (amount: number): number => (amount === 0 ? 0 : sign * amount);
  return { gross: signed(net + discount), discount: signed(discount), net: signed(net), tax: signed(tax) };
};

/** Returns a decimal fraction as percent: `0.19` is `19`. */
const percentOf = (rate: string): string => plainDecimal(times(decimalFraction(rate), fraction(100)));

/** Returns the category of a line without VAT. Goods that go to a business of another member state have their own. */
const untaxed = (line: ShownAdjustment, isReverseCharge: boolean): VatCategory => {
  if (!isReverseCharge) return 'E';
  return line.tax_code === 'physical' ? 'K' : 'AE';
};

/**
 * Returns the category and rate of VAT of each line; undefined for a line with several taxes, or with another tax than
 * VAT, which the standard has no term for. A line of nothing has those of a taxed one.
 */
export const vatOfLines = (
  counted: readonly CountedLine[],
  isReverseCharge: boolean,
): readonly (LineVat | undefined)[] => {
  const own = counted.map(({ line }): LineVat | undefined => {
    const [tax, ...others] = line.taxes;
    if (!tax) return { category: untaxed(line, isReverseCharge), percent: '0' };
    if (others.length > 0 || tax.type !== 'vat') return undefined;
    const percent = percentOf(tax.rate);
    return { category: percent === '0' ? 'Z' : 'S', percent };
  });
  const taxed = own.find((vat) => vat?.category === 'S');
  return own.map((vat, index) => {
    const { line, amounts } = counted[index]!;
    const isNothing = amounts.net === 0 && line.taxes.length === 0 && !line.tax_exempt;
    return isNothing && taxed ? taxed : vat;
  });
};

/**
 * Returns quantity and price of a line. Where the price of one unit is no whole number of cents, because VAT was taken
 * out of it or a fraction was sold, it is the price of the whole quantity.
 */
const unitsAndPrice = (line: ShownAdjustment, gross: number) => {
  const counted = line.quantity_decimal ?? String(line.quantity);
  const units = Number(counted) === 0 ? '1' : counted;
  const total = Math.abs(gross);
  const isWhole = !isFraction(units) && total % Number(units) === 0;
  return {
    quantity: gross < 0 ? `-${units}` : units,
    price: isWhole ? total / Number(units) : total,
    price_quantity: isWhole ? '1' : units,
  };
};

/** Returns the days of service of a line in a time zone, which are those that earn its revenue. */
export const periodOfLine = (
  line: Pick<ShownAdjustment, 'start_date' | 'end_date'>,
  site: { readonly time_zone: string },
): EInvoicePeriod | null => {
  const { service_from, service_to } = serviceDays(line, site);
  return service_to === null ? null : { from: service_from, to: service_to };
};

/** Returns a line of an e-invoice. */
export const lineOfEInvoice = (
  { line, amounts }: CountedLine,
  vat: LineVat,
  number: number,
  site: { readonly time_zone: string },
): EInvoiceLine => ({
  number,
  name: line.description?.trim() || (line.type === 'credit' ? 'Credit' : 'Charge'),
  note: line.printed_text?.trim() || null,
  item_code: line.item_code ?? line.product_code ?? null,
  ...unitsAndPrice(line, amounts.gross),
  discount: amounts.discount,
  net: amounts.net,
  vat,
  period: periodOfLine(line, site),
});
