import type { Site } from '../site.ts';

/** A part of a billing address, in the words of billing info. */
export type AddressPart = 'address1' | 'city' | 'state' | 'zip' | 'country';

/** What a site wants to know of a cardholder's address. */
export const REQUIRED_ADDRESS: Readonly<Record<Site['address_requirement'], readonly AddressPart[]>> = {
  none: [],
  zip: ['zip'],
  street_and_zip: ['address1', 'zip'],
  full: ['address1', 'city', 'state', 'zip', 'country'],
};
