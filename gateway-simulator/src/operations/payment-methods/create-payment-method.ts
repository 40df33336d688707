import type Stripe from 'stripe';
import type { BankBehaviour } from '../../cards/behaviour.ts';
import type { DebitType, DirectDebit } from '../../cards/direct-debits.ts';
import { CARD_TOKENS } from '../../cards/numbers.ts';
import { invalidRequest, missingObject } from '../../http/api-error.ts';
import type { RequestParams } from '../../http/params.ts';
import {
  bankPaymentMethod,
  cardPaymentMethod,
  directDebitPaymentMethod,
  NO_BILLING_DETAILS,
} from '../../objects/payment-method.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { predefinedAccount, type ReadBankAccount, readBankAccount } from './read-bank-account.ts';
import { readBillingDetails } from './read-billing-details.ts';
import { predefinedCard, type ReadCard, readCard } from './read-card.ts';
import { needHolder, readDirectDebit } from './read-direct-debit.ts';

/** Creates a payment method of a card or a bank account from `payment_method_data`, or the body of the request. */
export const createPaymentMethod = (world: SimulatorWorld, params: RequestParams): Stripe.PaymentMethod => {
  const type = params.choice('type', ['card', 'us_bank_account', 'sepa_debit', 'bacs_debit', 'au_becs_debit']);
  if (!type) throw invalidRequest('Missing required param: type.', { code: 'parameter_missing', param: 'type' });
  const billing = readBillingDetails(params) ?? NO_BILLING_DETAILS;
  const metadata = params.map('metadata') ?? {};
  params.text('allow_redisplay');
  params.any('radar_options');
  const data = params.object(type);
  if (!data) throw invalidRequest(`Missing required param: ${type}.`, { code: 'parameter_missing', param: type });
  if (type === 'card') return addCard(world, readCard(world, data), billing, metadata);
  return type === 'us_bank_account'
    ? addBankAccount(world, readBankAccount(world, data), billing, metadata, false)
    : addDirectDebit(world, type, data, billing, metadata);
};

const addDirectDebit = (
  world: SimulatorWorld,
  type: DirectDebit,
  data: RequestParams,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Stripe.Metadata,
): Stripe.PaymentMethod => {
  const { account, behaviour } = readDirectDebit(world, type, data);
  needHolder(type, billing);
  const method = directDebitPaymentMethod(world, type, account, billing, metadata);
  return addInstrument(world, world.state.paymentMethods.add(method), type, behaviour, true);
};

const addInstrument = (
  world: SimulatorWorld,
  method: Stripe.PaymentMethod,
  kind: DebitType,
  behaviour: BankBehaviour,
  verified: boolean,
): Stripe.PaymentMethod => {
  world.state.instruments.set(method.id, { kind, behaviour, verified, verificationAttempts: 0, spent: false });
  return method;
};

/**
 * Returns the payment method with this id. A predefined one, for example `pm_card_visa`, becomes a new payment method.
 *
 * @throws {ApiError} 400 when there is none
 */
export const resolvePaymentMethod = (
  world: SimulatorWorld,
  id: string,
  param = 'payment_method',
): Stripe.PaymentMethod => {
  const stored = world.state.paymentMethods.find(id);
  if (stored) return stored;
  if (CARD_TOKENS.has(id)) return addCard(world, predefinedCard(world, id, param), NO_BILLING_DETAILS, {});
  const account = predefinedAccount(world, id);
  // Predefined accounts are verified already, as if the customer had logged in to the bank.
  if (account) return addBankAccount(world, account, { ...NO_BILLING_DETAILS, name: 'Jenny Rosen' }, {}, true);
  throw missingObject('PaymentMethod', id, param);
};

const addCard = (
  world: SimulatorWorld,
  facts: ReadCard,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Stripe.Metadata,
): Stripe.PaymentMethod => {
  const unchecked = (sent: boolean) => (sent ? 'unchecked' : null);
  const checks = {
    address_line1_check: unchecked(Boolean(billing.address?.line1)),
    address_postal_code_check: unchecked(Boolean(billing.address?.postal_code)),
    cvc_check: unchecked(facts.securityCode),
  };
  const method = world.state.paymentMethods.add(cardPaymentMethod(world, facts, checks, billing, metadata));
  world.state.instruments.set(method.id, {
    kind: 'card',
    behaviour: facts.card.behaviour,
    setUp: facts.card.behaviour.authentication === 'already_set_up',
    securityCode: facts.securityCode,
    networkTransaction: null,
    spent: false,
  });
  return method;
};

const addBankAccount = (
  world: SimulatorWorld,
  { behaviour, ...facts }: ReadBankAccount,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Stripe.Metadata,
  verified: boolean,
): Stripe.PaymentMethod => {
  if (!billing.name)
    throw invalidRequest('Missing required param: billing_details[name].', {
      code: 'parameter_missing',
      param: 'billing_details[name]',
    });
  const method = world.state.paymentMethods.add(bankPaymentMethod(world, facts, billing, metadata));
  return addInstrument(world, method, 'us_bank_account', behaviour, verified);
};
