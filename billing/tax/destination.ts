import type { Site } from '../site.ts';

/** What of an address decides on tax, in the words of account, billing info and shipping address. */
export interface TaxAddress {
  readonly address1?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zip?: string | null | undefined;
  /** ISO 3166, two capital letters. */
  readonly country?: string | null | undefined;
}

/** What an invoice knows of where its customer is. */
export interface CustomerAddresses {
  /** Of the line. */
  readonly shipping?: TaxAddress | null | undefined;
  readonly billing?: TaxAddress | null | undefined;
  readonly account?: TaxAddress | null | undefined;
}

/**
 * The address whose taxes apply: the line's shipping address; else that of the billing info for an invoice collected
 * automatically, that of the account for one paid by transfer or without billing info; the account's alone where the
 * site says so. An address without a country is none.
 */
export const taxDestination = (
  site: Pick<Site, 'tax_account_address'>,
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

/** An address that says enough to be taxed. */
export interface Destination {
  readonly country: string;
  readonly state: string;
  /** Capital letters and digits only, as `postalCode` writes it. */
  readonly zip: string;
}

/** The address where it has the least that tax needs: a country, and in the United States and Canada a postal code. */
export const sufficient = (address: TaxAddress | undefined): Destination | undefined => {
  if (!address?.country) return undefined;
  const { country } = address;
  const zip = postalCode(address.zip ?? '');
  if (zip === '' && BY_POSTAL_CODE.includes(country)) return undefined;
  return { country, state: (address.state ?? '').trim().toUpperCase(), zip };
};

/** A postal code as it is compared: `94105-1234` is `941051234`. */
export const postalCode = (written: string): string => written.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
