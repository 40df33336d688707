import { isEuropean } from './places.ts';

/** Currencies of countries whose invoices state the tax in their own. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ AU: 'AUD', CA: 'CAD', CH: 'CHF', CZ: 'CZK', DK: 'DKK', GB: 'GBP', HU: 'HUF', IN: 'INR', IS: 'ISK', JP: 'JPY' },
  ...{ NO: 'NOK', NZ: 'NZD', PL: 'PLN', RO: 'RON', SE: 'SEK', SG: 'SGD', US: 'USD', ZA: 'ZAR' },
};

/** Returns the currency in which a country wants its tax to be stated; undefined where none is known. */
export const taxCurrencyOf = (country: string): string | undefined =>
  CURRENCIES[country] ?? (isEuropean(country) ? 'EUR' : undefined);

/** Returns the country of a tax: `vat` of the European Union names it in its region, others in their type. */
export const countryOfTax = ({ type, region }: { readonly type: string; readonly region: string }): string => {
  if (type === 'vat') return region;
  return type === 'usst' ? 'US' : type.toUpperCase();
};
