/** A payment method that is stored at Stripe: attached to a customer of its own, without which it cannot be charged. */
export interface StripeMethod {
  readonly customer: string;
  readonly payment_method: string;
  readonly isBank: boolean;
}

const BANK = '/bank';

/** Returns the reference that billing info keeps: `cus_…/pm_…`, with `/bank` for a bank account. */
export const methodReference = ({ customer, payment_method, isBank }: StripeMethod): string =>
  `${customer}/${payment_method}${isBank ? BANK : ''}`;

/** Undefined for anything that is no reference of this adapter. */
export const storedMethod = (reference: string): StripeMethod | undefined => {
  const [, customer, payment_method, bank] =
    /^(cus_\w{1,64})\/((?:pm|card|src|ba)_\w{1,64})(\/bank)?$/.exec(reference) ?? [];
  return customer && payment_method ? { customer, payment_method, isBank: bank === BANK } : undefined;
};

export const isPayment = (reference: string): boolean => /^pi_\w{1,64}$/.test(reference);
export const isSetup = (reference: string): boolean => /^seti_\w{1,64}$/.test(reference);
export const isRefund = (reference: string): boolean => /^(?:re|pyr)_\w{1,64}$/.test(reference);

/** Returns the id of an object that Stripe sends as such or in full. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
