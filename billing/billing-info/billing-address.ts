import type { Unverified } from './billing-info.ts';

/** The part of billing info that a gateway compares with what the card's issuer knows; the holder of a bank account. */
export type BillingAddress = Pick<
  Unverified,
  'first_name' | 'last_name' | 'address1' | 'address2' | 'city' | 'state' | 'zip' | 'country' | 'phone'
> &
  Partial<Pick<Unverified, 'name_on_account'>>;

export const billingAddressOf = ({
  first_name,
  last_name,
  name_on_account = null,
  address1,
  address2,
  city,
  state,
  zip,
  country,
  phone,
}: BillingAddress): BillingAddress => ({
  first_name,
  last_name,
  name_on_account,
  address1,
  address2,
  city,
  state,
  zip,
  country,
  phone,
});
