import type { Site } from '../../resources/site.ts';

/** A part of a billing address, by its field name in billing info. */
export type AddressPart = 'address1' | 'city' | 'state' | 'zip' | 'country';

/** The parts of a cardholder's address that a site requires. */
export const REQUIRED_ADDRESS: Readonly<Record<Site['address_requirement'], readonly AddressPart[]>> = {
  none: [],
  zip: ['zip'],
  street_and_zip: ['address1', 'zip'],
  full: ['address1', 'city', 'state', 'zip', 'country'],
};
