import { type ConversionRates, convertedCents } from '../../values/money/converted-cents.ts';
import { countryOfTax, taxCurrencyOf } from '../../values/tax/local-currency.ts';

/** The rates by which the amounts of an invoice are stated in the currency of the country whose tax it has. */
export interface TaxConversion {
  readonly currency: string;
  /** The day of the rates. */
  readonly day: string;
  readonly rates: ConversionRates;
}

/** Amounts in another currency, for reference: nothing is paid in it. */
export interface ConvertedAmounts {
  readonly currency: string;
  readonly subtotal_in_cents: number;
  readonly tax_in_cents: number;
}

/** The part of an invoice that says where it is taxed. */
interface TaxedInvoice {
  readonly taxes: readonly { readonly type: string; readonly region: string }[] | null;
  readonly tax_in_cents: number;
  readonly currency: string;
}

/** Days after which rates are too old to be those of an invoice: rates are not published on weekends and holidays. */
export const OLDEST_RATES_DAYS = 7;

/**
 * Returns the currency that the tax of an invoice is to be stated in: that of the one country whose tax it has.
 * Undefined where that is its own, and where it has no tax or those of several countries.
 */
export const taxCurrencyOfInvoice = ({ taxes, tax_in_cents, currency }: TaxedInvoice): string | undefined => {
  const countries = new Set((taxes ?? []).map(countryOfTax));
  const [country = ''] = countries;
  const local = countries.size === 1 && tax_in_cents !== 0 ? taxCurrencyOf(country) : undefined;
  return local === currency ? undefined : local;
};

/** Returns amounts as a conversion states them. */
export const convertedAmounts = (
  { currency: to, rates }: TaxConversion,
  amounts: Omit<ConvertedAmounts, 'currency'>,
  currency: string,
): ConvertedAmounts => ({
  currency: to,
  subtotal_in_cents: convertedCents(amounts.subtotal_in_cents, currency, to, rates),
  tax_in_cents: convertedCents(amounts.tax_in_cents, currency, to, rates),
});
