import type Stripe from 'stripe';
import type { BankBehaviour } from '../../cards/behaviour.ts';
import { type DirectDebit, testDebit, validIban } from '../../cards/direct-debits.ts';
import { invalidRequest } from '../../http/api-error.ts';
import type { RequestParams } from '../../http/params.ts';
import { fingerprint } from '../../world/ids.ts';
import type { SimulatorWorld } from '../../world/world.ts';

/** The part of a payment method that shows a bank account. */
export type DirectDebitAccount = Pick<Stripe.PaymentMethod, DirectDebit>;

export interface ReadDirectDebit {
  readonly behaviour: BankBehaviour;
  readonly account: DirectDebitAccount;
}

/**
 * Reads the account of a direct debit. The number goes no further than this function.
 *
 * @throws {ApiError} 400 for a number that is not valid, and for an account that is no test account
 */
export const readDirectDebit = (world: SimulatorWorld, type: DirectDebit, params: RequestParams): ReadDirectDebit => {
  const shown = (number: string) => ({
    fingerprint: fingerprint(world.fingerprintKey, `${type}:${number}`),
    last4: number.slice(-4),
  });
  if (type === 'sepa_debit') {
    const iban = params.needText('iban').replaceAll(' ', '').toUpperCase();
    if (!validIban(iban))
      throw invalidRequest('The IBAN you provided is invalid.', { code: 'account_number_invalid', param: 'iban' });
    const account = {
      bank_code: iban.slice(4, 12),
      branch_code: null,
      country: iban.slice(0, 2),
      generated_from: null,
    };
    return { behaviour: needTestAccount(type, iban), account: { sepa_debit: { ...account, ...shown(iban) } } };
  }
  const number = params.needText('account_number');
  const bank = params.needText(type === 'bacs_debit' ? 'sort_code' : 'bsb_number').replaceAll('-', '');
  if (!/^\d{6}$/.test(bank))
    throw invalidRequest('The bank code you provided is invalid.', { code: 'routing_number_invalid', param: type });
  if (!(type === 'bacs_debit' ? /^\d{8}$/ : /^\d{5,9}$/).test(number))
    throw invalidRequest('The account number you provided is invalid.', {
      code: 'account_number_invalid',
      param: `${type}[account_number]`,
    });
  const behaviour = needTestAccount(type, number, bank);
  return type === 'bacs_debit'
    ? { behaviour, account: { bacs_debit: { ...shown(number), sort_code: bank } } }
    : { behaviour, account: { au_becs_debit: { ...shown(number), bsb_number: bank } } };
};

const needTestAccount = (type: DirectDebit, number: string, bank?: string): BankBehaviour => {
  const behaviour = testDebit(type, number, bank);
  if (behaviour) return behaviour;
  throw invalidRequest(
    'You must use a test bank account number in test mode. See https://stripe.com/docs/testing for a list.',
    { code: 'payment_method_invalid_parameter_testmode', param: type },
  );
};

const ADDRESS = ['line1', 'city', 'postal_code', 'country'] as const;

/**
 * Checks that the holder of an account can be told of debits.
 *
 * @throws {ApiError} 400 without a name and an email address, and for BACS without an address
 */
export const needHolder = (type: DirectDebit, { name, email, address }: Stripe.PaymentMethod.BillingDetails): void => {
  const needed: readonly (readonly [path: string, value: string | null | undefined])[] = [
    ['[name]', name],
    ['[email]', email],
    ...(type === 'bacs_debit' ? ADDRESS.map((part) => [`[address][${part}]`, address?.[part]] as const) : []),
  ];
  const missing = needed.find(([, value]) => !value);
  if (!missing) return;
  const param = `billing_details${missing[0]}`;
  throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
};
