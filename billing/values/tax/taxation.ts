import type { TaxRate } from '../price/cart.ts';
import { type Destination, sufficient } from './destination.ts';
import { collectsTax, collectsVat, isEuropean, isRegistered } from './places.ts';
import type { RateLine, RateTable } from './rates.ts';
import type { Seller } from './seller.ts';
import type { Taxation, TaxRequest } from './taxed.ts';
import { isEuropeanNumber, isRegisteredForGst, isVatNumber, readVatNumber, type VatNumber } from './vat-number.ts';

/** The part of a `TaxRequest` that matters here: of the site, only the seller. */
interface Sale extends Omit<TaxRequest, 'site'> {
  readonly site: Pick<Seller, 'mode' | 'seller_country' | 'tax_registrations'>;
}

/** The values that determine tax, for an address that is complete enough. */
interface Supply {
  readonly site: Pick<Seller, 'mode' | 'seller_country' | 'tax_registrations'>;
  readonly destination: Destination;
  readonly tax_code: string | null;
  readonly vat_number: string | null;
}

const UNTAXED: Taxation = { outcome: 'rates', rates: [] };

/**
 * Returns the taxes of a sale by a table of rates: VAT by the decision table of the European Union, sales tax by place
 * in the United States, the country's own tax elsewhere; only where the merchant collects it. A sale to an incomplete
 * address is not taxed.
 */
export const taxationBy =
  (table: RateTable) =>
  ({
    site,
    destination: address,
    origin_source,
    destination_source,
    tax_code,
    vat_number,
    exemptions,
  }: Sale): Taxation => {
    // The seller's country is no place to tax where the postal code decides.
    const atSeller = destination_source === 'origin' ? sufficient({ country: site.seller_country }) : undefined;
    const destination = atSeller ?? sufficient(address);
    if (exemptions.exempt || !destination || table.isUntaxed(destination)) return UNTAXED;
    const seller = origin_source === 'destination' ? { ...site, seller_country: destination.country } : site;
    const supply = { site: seller, destination, tax_code, vat_number };
    if (!collectsVat(site.tax_registrations)) return localTaxation(table, supply);
    const number = europeanNumber(supply);
    return isEuropean(destination.country) || number
      ? europeanTaxation(table, supply, number)
      : localTaxation(table, supply);
  };

/** Returns a taxation with these rates, if there are any. */
export const ratesOf = (taxation: Taxation): readonly TaxRate[] => (taxation.outcome === 'rates' ? taxation.rates : []);

/**
 * Returns the VAT number of a business in the European Union. Northern Ireland counts as part of it for goods, although
 * the country of its customers is the United Kingdom.
 */
const europeanNumber = ({ site, destination: { country }, tax_code, vat_number }: Supply): VatNumber | undefined => {
  if (!vat_number || !isVatNumber(site.mode, country, vat_number)) return undefined;
  const number = readVatNumber(country, vat_number);
  if (!isEuropeanNumber(country, number)) return undefined;
  return isEuropean(country) || (isEuropean(site.seller_country) && tax_code !== 'digital') ? number : undefined;
};

/** The decision table of VAT: see docs/pricing-and-proration.md. */
const europeanTaxation = (
  table: RateTable,
  { site, destination, tax_code }: Supply,
  number: VatNumber | undefined,
): Taxation => {
  const { seller_country, tax_registrations } = site;
  const { country } = destination;

  const atBuyer = (): Taxation => taxed(table.at(destination));
  const atSeller = (): Taxation => taxed(table.at({ country: seller_country, state: '', zip: '' }));
  const reverseCharge = (vat: VatNumber): Taxation => ({
    outcome: 'reverse_charge',
    vat_number: vat.prefix + vat.digits,
  });

  if (!isEuropean(seller_country)) {
    if (number) return reverseCharge(number);
    return isRegistered(tax_registrations, country) ? atBuyer() : UNTAXED;
  }
  if (country === seller_country) return atBuyer();
  if (number) return reverseCharge(number);
  if (isRegistered(tax_registrations, country)) return atBuyer();
  return tax_code === 'digital' ? { outcome: 'refused', country } : atSeller();
};

const localTaxation = (table: RateTable, { site, destination, vat_number }: Supply): Taxation => {
  const importsAsBusiness =
    destination.country === 'AU' &&
    site.seller_country !== 'AU' &&
    vat_number !== null &&
    isRegisteredForGst(site.mode, vat_number);
  if (importsAsBusiness) return UNTAXED;
  return taxed(table.at(destination, (line) => collectsTax(site.tax_registrations, line)));
};

const taxed = (lines: readonly RateLine[]): Taxation => ({ outcome: 'rates', rates: lines.map(taxRate) });

/** Returns a tax rate with type and region as shown on the invoice. */
const taxRate = ({ country, region, tax, rate }: RateLine): TaxRate => {
  if (country === 'US') return { type: 'usst', region: region ?? '', rate };
  if (isEuropean(country)) return { type: 'vat', region: country, rate };
  return { type: country.toLowerCase(), region: tax, rate };
};
