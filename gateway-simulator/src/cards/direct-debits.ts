import type { BankBehaviour } from './behaviour.ts';

/** Debits of bank accounts outside the United States. */
export type DirectDebit = 'sepa_debit' | 'bacs_debit' | 'au_becs_debit';

/** Every kind of bank debit, and the currency that it collects. */
export const DEBIT_CURRENCIES = {
  us_bank_account: 'usd',
  sepa_debit: 'eur',
  bacs_debit: 'gbp',
  au_becs_debit: 'aud',
} as const satisfies Record<'us_bank_account' | DirectDebit, string>;

export type DebitType = keyof typeof DEBIT_CURRENCIES;

/**
 * Stripe's published test accounts: https://docs.stripe.com/testing. IBANs; for BACS, the account numbers with the sort
 * code 108800, and for BECS those with the BSB 000000.
 */
const TEST_DEBITS: Readonly<Record<DirectDebit, ReadonlyMap<string, BankBehaviour>>> = {
  sepa_debit: new Map<string, BankBehaviour>([
    ['DE89370400440532013000', {}],
    ['DE62370400440532013001', { failure: 'debit_not_authorized' }],
    ['DE35370400440532013002', { dispute: true }],
    ['AT611904300234573201', {}],
    ['AT861904300235473202', { failure: 'debit_not_authorized' }],
    ['AT591904300235473203', { dispute: true }],
    ['FR1420041010050500013M02606', {}],
    ['FR8420041010050500013M02607', { failure: 'debit_not_authorized' }],
    ['FR5720041010050500013M02608', { dispute: true }],
  ]),
  bacs_debit: new Map<string, BankBehaviour>([
    ['00012345', {}],
    ['33333335', { failure: 'debit_not_authorized' }],
    ['22222227', { failure: 'insufficient_funds' }],
    ['55555559', { dispute: true }],
  ]),
  au_becs_debit: new Map<string, BankBehaviour>([
    ['000123456', {}],
    ['111111113', { failure: 'account_closed' }],
    ['111111116', { failure: 'no_account' }],
    ['222222227', { failure: 'insufficient_funds' }],
    ['333333335', { failure: 'debit_not_authorized' }],
    ['666666660', { dispute: true }],
  ]),
};

/** The bank codes of the test accounts. */
const TEST_BANKS: Partial<Record<DirectDebit, string>> = { bacs_debit: '108800', au_becs_debit: '000000' };

/** Returns the behaviour of an account; undefined for one that is no test account. `bank`: a sort code or BSB. */
export const testDebit = (type: DirectDebit, number: string, bank?: string): BankBehaviour | undefined =>
  TEST_BANKS[type] === bank ? TEST_DEBITS[type].get(number) : undefined;

/** Whether the check digits of an IBAN without blanks fit. */
export const validIban = (iban: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
};
