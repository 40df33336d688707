import type { BankBehaviour } from './behaviour.ts';

export interface TestAccount {
  readonly behaviour: BankBehaviour;
  /** Its predefined PaymentMethod. */
  readonly token?: string;
}

/** Stripe's published test accounts, all with the routing number 110000000: https://docs.stripe.com/testing. */
export const TEST_ACCOUNTS: ReadonlyMap<string, TestAccount> = new Map<string, TestAccount>([
  ['000123456789', { behaviour: {}, token: 'pm_usBankAccount_success' }],
  ['000111111113', { behaviour: { failure: 'account_closed' }, token: 'pm_usBankAccount_accountClosed' }],
  ['000000004954', { behaviour: { blocked: true }, token: 'pm_usBankAccount_riskLevelHighest' }],
  ['000111111116', { behaviour: { failure: 'no_account' }, token: 'pm_usBankAccount_noAccount' }],
  ['000222222227', { behaviour: { failure: 'insufficient_funds' }, token: 'pm_usBankAccount_insufficientFunds' }],
  ['000333333335', { behaviour: { failure: 'debit_not_authorized' }, token: 'pm_usBankAccount_debitNotAuthorized' }],
  ['000444444440', { behaviour: { failure: 'invalid_currency' }, token: 'pm_usBankAccount_invalidCurrency' }],
  ['000666666661', { behaviour: { failsMicrodeposits: true }, token: 'pm_usBankAccount_failMicrodeposits' }],
  ['000555555559', { behaviour: { dispute: true }, token: 'pm_usBankAccount_dispute' }],
  ['000000000009', { behaviour: { never: true }, token: 'pm_usBankAccount_processing' }],
  [
    '000777777771',
    { behaviour: { failure: 'charge_exceeds_weekly_limit' }, token: 'pm_usBankAccount_weeklyLimitExceeded' },
  ],
]);

/** The account number of each predefined PaymentMethod, by its id. */
export const BANK_TOKENS: ReadonlyMap<string, string> = new Map(
  [...TEST_ACCOUNTS].flatMap(([number, { token }]) => (token ? [[token, number] as const] : [])),
);

export const TEST_ROUTING_NUMBER = '110000000';

/** The names of banks by routing number, as payment methods show them. */
export const BANKS: ReadonlyMap<string, string> = new Map([[TEST_ROUTING_NUMBER, 'STRIPE TEST BANK']]);

/** Whether a routing number has nine digits with a valid check digit. */
export const validRoutingNumber = (number: string): boolean => {
  if (!/^\d{9}$/.test(number)) return false;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  return weights.reduce((sum, weight, index) => sum + weight * Number(number[index]), 0) % 10 === 0;
};
