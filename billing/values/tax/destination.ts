import type { Seller } from './seller.ts';

/** The parts of an address that determine tax, under the names of account, billing info and shipping address. */
export interface TaxAddress {
  readonly address1?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zip?: string | null | undefined;
  /** ISO 3166, two capital letters. */
  readonly country?: string | null | undefined;
}

/** The addresses of a customer that an invoice can be taxed by. */
export interface CustomerAddresses {
  /** Shipping address of the line. */
  readonly shipping?: TaxAddress | null | undefined;
  readonly billing?: TaxAddress | null | undefined;
  readonly account?: TaxAddress | null | undefined;
}

/**
 * Returns the address whose taxes apply: the line's shipping address; else that of the billing info for an invoice
 * collected automatically, or that of the account for an invoice collected manually or without billing info. A site can
 * be configured to use only the account's address. An address without a country does not count.
 */
export const taxDestination = (
  site: Pick<Seller, 'tax_account_address'>,
  collection: 'automatic' | 'manual',
  { shipping, billing, account }: CustomerAddresses,
): TaxAddress | undefined => {
  const candidates = site.tax_account_address
    ? [account]
    : [shipping, ...(collection === 'automatic' ? [billing] : []), account];
  return candidates.find((address) => address?.country) ?? undefined;
};

/** Countries whose taxes differ from one postal code to the next. */
const BY_POSTAL_CODE = ['US', 'CA'];

/** An address that is complete enough to determine tax. */
export interface Destination {
  readonly country: string;
  readonly state: string;
  /** Capital letters and digits only, as `postalCode` returns it. */
  readonly zip: string;
}

/**
 * Returns the address if it is complete enough to determine tax: a country, and in the United States and Canada a
 * postal code.
 */
export const sufficient = (address: TaxAddress | undefined): Destination | undefined => {
  if (!address?.country) return undefined;
  const { country } = address;
  const zip = postalCode(address.zip ?? '');
  if (zip === '' && BY_POSTAL_CODE.includes(country)) return undefined;
  return { country, state: (address.state ?? '').trim().toUpperCase(), zip };
};

/** Returns a postal code in its normal form: `941051234` for `94105-1234`. */
export const postalCode = (written: string): string => written.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
