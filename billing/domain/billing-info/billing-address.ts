import type { Unverified } from './billing-info.ts';

/** Returns the part of billing info that a gateway compares with the data of the card's issuer. */
export const billingAddressOf = (info: Unverified) => ({
  first_name: info.first_name,
  last_name: info.last_name,
  /** The holder of a bank account. */
  name_on_account: info.name_on_account,
  address1: info.address1,
  address2: info.address2,
  city: info.city,
  state: info.state,
  zip: info.zip,
  country: info.country,
  phone: info.phone,
});

export type BillingAddress = Readonly<ReturnType<typeof billingAddressOf>>;
