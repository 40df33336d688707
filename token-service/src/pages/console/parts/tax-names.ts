const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

const countryOf = (code: string): string =>
  /^[a-z]{2}$/i.test(code) ? (COUNTRIES.of(code.toUpperCase()) ?? code) : code;

/**
 * Returns a type of tax for people: `VAT (EU)`, `US sales tax`, elsewhere the country. Files and programs have `vat`,
 * `usst` and `gb`.
 */
export const taxTypeName = (type: string): string => {
  if (type === 'vat') return 'VAT (EU)';
  return type === 'usst' ? 'US sales tax' : countryOf(type);
};

/** Returns a tax for people: `France, VAT`, `United States, CA sales tax`, `United Kingdom, VAT`. */
export const taxWithPlace = (type: string, region: string | null): string => {
  if (region === null) return taxTypeName(type);
  if (type === 'vat') return `${countryOf(region)}, VAT`;
  return type === 'usst' ? `United States, ${region} sales tax` : `${countryOf(type)}, ${region}`;
};
