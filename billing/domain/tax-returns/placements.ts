import { isEuropean } from '../../values/tax/places.ts';
import { isEuropeanNumber, readVatNumber } from '../../values/tax/vat-number.ts';
import type { SoldPart } from './sold-part.ts';

/** The place of a part in the return for the one-stop shop. */
export type OneStopShopPart = 'in_return' | 'correction' | 'not_in_return';

/**
 * Returns the place of a part in the return for the one-stop shop of the European Union: in it is what was taxed in a
 * member state other than the seller's, which is only done to customers without a valid VAT number. Credits of sales of
 * earlier quarters are corrections.
 */
export const oneStopShopPart = ({
  tax_type,
  region,
  seller_country,
  corrected_quarter,
}: Pick<SoldPart, 'tax_type' | 'region' | 'seller_country' | 'corrected_quarter'>): OneStopShopPart => {
  if (tax_type !== 'vat' || region === null || region === seller_country) return 'not_in_return';
  return corrected_quarter === null ? 'in_return' : 'correction';
};

/**
 * Whether a part belongs in the EC sales list: under reverse charge, from a seller in the European Union to a customer
 * in another of its countries, or in Northern Ireland.
 */
export const isInEcSalesList = ({
  treatment,
  seller_country,
  country,
  vat_number,
}: Pick<SoldPart, 'treatment' | 'seller_country' | 'country' | 'vat_number'>): boolean =>
  treatment === 'reverse_charge' &&
  isEuropean(seller_country) &&
  country !== null &&
  country !== seller_country &&
  isEuropeanNumber(country, readVatNumber(country, vat_number ?? ''));

/** Returns a VAT number in the form of its authority, with its prefix; null where there is none. */
export const listedVatNumber = ({ country, vat_number }: Pick<SoldPart, 'country' | 'vat_number'>): string | null => {
  if (vat_number === null || vat_number.trim() === '') return null;
  const { prefix, digits } = readVatNumber(country ?? '', vat_number);
  return prefix + digits;
};

/**
 * Whether a part belongs in the return of a country outside of the European Union: what is taxed there; and what is not
 * taxed anywhere, if the seller or the customer is there.
 */
export const isInReturnOf = (
  home: string,
  {
    treatment,
    tax_type,
    seller_country,
    country,
  }: Pick<SoldPart, 'treatment' | 'tax_type' | 'seller_country' | 'country'>,
): boolean => (treatment === 'taxed' ? tax_type === home.toLowerCase() : seller_country === home || country === home);

/** Whether a part is in the returns of American states: what they tax, and what customers there buy without tax. */
export const isInAmericanReturns = ({
  treatment,
  tax_type,
  country,
}: Pick<SoldPart, 'treatment' | 'tax_type' | 'country'>): boolean =>
  treatment === 'taxed' ? tax_type === 'usst' : country === 'US';

/** The return of Canada that a part belongs in. */
export type CanadianReturn = 'gst_hst' | 'qst' | 'pst' | 'other_tax' | 'untaxed' | 'not_in_return';

const CANADIAN: Readonly<Record<string, CanadianReturn>> = { GST: 'gst_hst', HST: 'gst_hst', QST: 'qst', PST: 'pst' };

/**
 * Returns the return of Canada that a part belongs in: goods and services tax and harmonized sales tax are one, that of
 * Quebec and those of other provinces are others. `untaxed` is what is sold to customers in Canada without tax.
 */
export const canadianReturn = ({
  treatment,
  tax_type,
  region,
  country,
}: Pick<SoldPart, 'treatment' | 'tax_type' | 'region' | 'country'>): CanadianReturn => {
  if (treatment === 'taxed') return tax_type === 'ca' ? (CANADIAN[region ?? ''] ?? 'other_tax') : 'not_in_return';
  return country === 'CA' ? 'untaxed' : 'not_in_return';
};
