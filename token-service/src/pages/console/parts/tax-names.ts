import { countryName } from './place-names.ts';

/**
 * Returns a type of tax for people: `VAT (EU)`, `US sales tax`, elsewhere with its country: `United Kingdom tax`. Files
 * and programs have `vat`, `usst` and `gb`. What names no country is returned as it is.
 */
export const taxTypeName = (type: string): string => {
  if (type === 'vat') return 'VAT (EU)';
  if (type === 'usst') return 'US sales tax';
  const country = countryName(type);
  return country === type ? type : `${country} tax`;
};

/** Returns a tax for people: `France, VAT`, `United States, CA sales tax`, `United Kingdom, VAT`. */
export const taxWithPlace = (type: string, region: string | null): string => {
  if (region === null) return taxTypeName(type);
  if (type === 'vat') return `${countryName(region)}, VAT`;
  return type === 'usst' ? `United States, ${region} sales tax` : `${countryName(type)}, ${region}`;
};

/** Returns the place that a tax is of: `Germany`, `United Kingdom`, of a state its code. */
export const taxPlace = (type: string | null, region: string): string => {
  if (type === null || type === 'vat') return type === null ? region : countryName(region);
  return type === 'usst' ? region : countryName(type);
};
