import type { Issue } from '../failure.ts';

/** Types of payment methods that debit a bank account: of a US bank (ACH), by SEPA, by BACS, by BECS. */
export const BANK_DEBIT_TYPES = ['bank_account', 'sepa', 'bacs', 'becs'] as const;

export type BankDebit = (typeof BANK_DEBIT_TYPES)[number];

/** The one currency that each scheme collects. */
const CURRENCIES: Readonly<Record<BankDebit, string>> = { bank_account: 'USD', sepa: 'EUR', bacs: 'GBP', becs: 'AUD' };

/** Whether payments with a method of a type settle days later, and can be returned by the bank. */
export const isBankDebit = (type: string | null | undefined): type is BankDebit =>
  BANK_DEBIT_TYPES.some((debit) => debit === type);

/** Returns the currency of a bank debit; undefined for a method that can pay in several. */
export const debitCurrency = (type: string): string | undefined => (isBankDebit(type) ? CURRENCIES[type] : undefined);

/** Returns the issue of a payment in a currency that a method of a type cannot pay, because its scheme has another. */
export const otherCurrencyIssues = (field: string, type: string, currency: string): Issue[] => {
  const debited = debitCurrency(type);
  return debited === undefined || debited === currency
    ? []
    : [{ field, symbol: 'invalid', reason: 'debits_another_currency' }];
};

/** Returns the currencies of a bank debit: one, or none for another type of payment method. */
export const currenciesOfDebit = (type: string): ReadonlySet<string> =>
  new Set(isBankDebit(type) ? [CURRENCIES[type]] : []);

/** Returns the scheme that collects a currency; undefined where there is none. */
export const debitIn = (currency: string): BankDebit | undefined =>
  BANK_DEBIT_TYPES.find((debit) => CURRENCIES[debit] === currency);
