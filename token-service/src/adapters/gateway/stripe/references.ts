/** Bank debits at Stripe, by the word that ends a reference. */
const DEBITS = {
  bank: 'us_bank_account',
  sepa: 'sepa_debit',
  bacs: 'bacs_debit',
  becs: 'au_becs_debit',
} as const;

export type StripeDebit = (typeof DEBITS)[keyof typeof DEBITS];
export type StripeMethodType = 'card' | StripeDebit;

/** Returns the bank debit among payment method types; undefined where there is none. */
export const debitAmong = (types: readonly string[]): StripeDebit | undefined =>
  Object.values(DEBITS).find((debit) => types.includes(debit));

/** A payment method that is stored at Stripe: attached to a customer of its own, without which it cannot be charged. */
export interface StripeMethod {
  readonly customer: string;
  readonly payment_method: string;
  readonly type: StripeMethodType;
}

/** Returns the reference that billing info keeps: `cus_…/pm_…` for a card, with `/bank`, `/sepa` … for a bank debit. */
export const methodReference = ({ customer, payment_method, type }: StripeMethod): string => {
  const word = Object.entries(DEBITS).find(([, debit]) => debit === type)?.[0];
  return `${customer}/${payment_method}${word ? `/${word}` : ''}`;
};

/** Undefined for anything that is no reference of this adapter. */
export const storedMethod = (reference: string): StripeMethod | undefined => {
  const [, customer, payment_method, word] =
    /^(cus_\w{1,64})\/((?:pm|card|src|ba)_\w{1,64})(?:\/(bank|sepa|bacs|becs))?$/.exec(reference) ?? [];
  const type = word ? DEBITS[word as keyof typeof DEBITS] : 'card';
  return customer && payment_method ? { customer, payment_method, type } : undefined;
};

export const isPayment = (reference: string): boolean => /^pi_\w{1,64}$/.test(reference);
export const isSetup = (reference: string): boolean => /^seti_\w{1,64}$/.test(reference);
export const isRefund = (reference: string): boolean => /^(?:re|pyr)_\w{1,64}$/.test(reference);

/** Returns the id of an object that Stripe sends as such or in full. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
