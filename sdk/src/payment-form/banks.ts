import type { BankScheme, PaymentMethod } from '../types.ts';

/** A method by which a bank account is debited. */
export type BankMethod = Exclude<PaymentMethod, 'card' | 'wallet'>;

interface BankForm {
  readonly scheme: BankScheme;
  /** The values of its account, in their order. */
  readonly names: readonly string[];
}

const NUMBER = ['account_number', 'account_number_confirmation'];

/** The debits of bank accounts, by their method. */
export const BANK_FORMS: Readonly<Record<BankMethod, BankForm>> = {
  bank: { scheme: 'bank_account', names: ['name_on_account', 'routing_number', ...NUMBER, 'account_type'] },
  sepa: { scheme: 'sepa', names: ['name_on_account', 'iban'] },
  bacs: { scheme: 'bacs', names: ['name_on_account', 'sort_code', ...NUMBER] },
  becs: { scheme: 'becs', names: ['name_on_account', 'bsb_code', ...NUMBER] },
};

export const isBankMethod = (method: string): method is BankMethod => Object.hasOwn(BANK_FORMS, method);
