import {
  BANK_TOKENS,
  BANKS,
  TEST_ACCOUNTS,
  TEST_ROUTING_NUMBER,
  validRoutingNumber,
} from '../../cards/bank-accounts.ts';
import type { BankBehaviour } from '../../cards/behaviour.ts';
import { invalidRequest } from '../../http/api-error.ts';
import type { RequestParams } from '../../http/params.ts';
import type { BankFacts } from '../../objects/payment-method.ts';
import { fingerprint } from '../../world/ids.ts';
import type { SimulatorWorld } from '../../world/world.ts';

export interface ReadBankAccount extends BankFacts {
  readonly behaviour: BankBehaviour;
}

/**
 * Reads the account of `us_bank_account`. The number goes no further than this function.
 *
 * @throws {ApiError} 400 for a routing number that is not valid, and for an account that is no test account
 */
export const readBankAccount = (world: SimulatorWorld, params: RequestParams): ReadBankAccount => {
  const number = params.needText('account_number');
  const routing_number = params.needText('routing_number');
  const account_holder_type = params.choice('account_holder_type', ['company', 'individual']) ?? 'individual';
  const account_type = params.choice('account_type', ['checking', 'savings']) ?? 'checking';
  if (!validRoutingNumber(routing_number))
    throw invalidRequest('The routing number is invalid.', {
      code: 'routing_number_invalid',
      param: 'us_bank_account[routing_number]',
    });
  return { ...factsOf(world, number, routing_number), account_holder_type, account_type };
};

/** Returns the account of a predefined PaymentMethod such as `pm_usBankAccount_success`, or undefined. */
export const predefinedAccount = (world: SimulatorWorld, id: string): ReadBankAccount | undefined => {
  const number = BANK_TOKENS.get(id);
  return number === undefined
    ? undefined
    : { ...factsOf(world, number, TEST_ROUTING_NUMBER), account_holder_type: 'individual', account_type: 'checking' };
};

const factsOf = (world: SimulatorWorld, number: string, routing_number: string) => {
  const account = TEST_ACCOUNTS.get(number);
  if (!account)
    throw invalidRequest(
      'You must use a test bank account number in test mode. See https://stripe.com/docs/testing for a list.',
      { code: 'payment_method_invalid_parameter_testmode', param: 'us_bank_account[account_number]' },
    );
  return {
    behaviour: account.behaviour,
    bank_name: BANKS.get(routing_number) ?? null,
    fingerprint: fingerprint(world.fingerprintKey, `${routing_number}:${number}`),
    last4: number.slice(-4),
    routing_number,
  };
};
