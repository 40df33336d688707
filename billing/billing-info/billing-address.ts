import type { Unverified } from './billing-info.ts';

/** The part of billing info that a gateway compares with what the card's issuer knows. */
export type BillingAddress = Pick<
  Unverified,
  'first_name' | 'last_name' | 'address1' | 'address2' | 'city' | 'state' | 'zip' | 'country' | 'phone'
>;

export const billingAddressOf = ({
  first_name,
  last_name,
  address1,
  address2,
  city,
  state,
  zip,
  country,
  phone,
}: BillingAddress): BillingAddress => ({ first_name, last_name, address1, address2, city, state, zip, country, phone });
