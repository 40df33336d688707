import type Stripe from 'stripe';
import { DEBIT_CURRENCIES } from '../../cards/direct-debits.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { type CardInstrument, expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { type AuthenticationRequest, beginChallenge, demandOf } from '../authentication.ts';
import { AUTHENTICATION_REQUIRED, declineError } from '../card-refusal.ts';
import { type Acceptance, needMandate } from '../mandates.ts';
import { verifyWithMicrodeposits } from '../microdeposits.ts';
import { checkUsable, instrumentOf } from '../payment-methods/use-payment-method.ts';
import { useToken } from '../security-codes.ts';
import { chargeCard } from './charge-card.ts';
import { debitBank } from './debit-bank.ts';
import { failAttempt } from './settle.ts';
import { needStatus } from './unexpected-state.ts';

export interface Confirmation extends AuthenticationRequest {
  readonly return_url: string | null;
  /** `error_on_requires_action`: an attempt that needs the customer fails instead. */
  readonly failOnAction: boolean;
  readonly acceptance: Acceptance | null;
  readonly mandate: string | null;
  /** `payment_method_options[us_bank_account][verification_method]`. */
  readonly verification: string;
  /** The token of a security code, for the bank to check with this payment. */
  readonly securityCode: string | null;
}

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation'] as const;

/**
 * Confirms a PaymentIntent with its payment method: it succeeds, waits for its capture, for the customer or for the
 * bank.
 *
 * @throws {ApiError} 400 when its status or payment method does not allow it; 402 when the payment is declined
 */
export const confirmPayment = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent,
  confirmation: Confirmation,
): void => {
  needStatus(intent, 'confirmed', CONFIRMABLE);
  const method = world.state.paymentMethods.find(expandedId(intent.payment_method) ?? '');
  if (!method)
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it is missing a payment method. You can either update the ' +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method.',
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    );
  if (!intent.payment_method_types.includes(method.type))
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a ` +
        `PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    );
  checkUsable(world, method, expandedId(intent.customer));
  const instrument = instrumentOf(world, method);
  if (instrument.kind === 'card') confirmCard(world, intent, method, instrument, confirmation);
  else {
    const currency = DEBIT_CURRENCIES[instrument.kind];
    if (intent.currency !== currency)
      throw invalidRequest(`The currency provided is not supported by ${instrument.kind}: use ${currency}.`, {
        code: 'payment_intent_invalid_parameter',
        param: 'currency',
      });
    const mandate = needMandate(world, method, confirmation.acceptance, confirmation.mandate, 'payment');
    if (!instrument.verified && confirmation.verification !== 'skip') {
      intent.next_action = verifyWithMicrodeposits(world, intent.id);
      intent.status = 'requires_action';
      world.emit('payment_intent.requires_action', intent);
      return;
    }
    debitBank(world, intent, method, instrument, mandate);
  }
};

const confirmCard = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: CardInstrument,
  confirmation: Confirmation,
): void => {
  const { moto, securityCode } = confirmation;
  if (securityCode !== null) useToken(world, card, securityCode);
  const earlier = world.state.authentications.get(intent.id);
  if (earlier?.state === 'passed' && earlier.method === method.id) {
    chargeCard(world, { intent, method, card, threeDSecure: earlier.threeDSecure, moto });
    return;
  }
  const demand = demandOf(card, confirmation);
  if (demand.kind === 'none' || demand.kind === 'done') {
    const threeDSecure = demand.kind === 'done' ? demand.threeDSecure : null;
    chargeCard(world, { intent, method, card, threeDSecure, moto });
    return;
  }
  if (demand.kind === 'error') {
    const error = {
      type: 'card_error' as const,
      code: 'card_declined',
      decline_code: 'processing_error',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: structuredClone(method),
    };
    failAttempt(world, intent, error);
    throw new ApiError(402, { ...error, payment_intent: intent }, true);
  }
  if (demand.kind === 'unavailable' || confirmation.failOnAction) {
    const error = { ...declineError(AUTHENTICATION_REQUIRED), payment_method: structuredClone(method) };
    failAttempt(world, intent, error);
    throw new ApiError(402, { ...error, payment_intent: intent }, true);
  }
  intent.next_action = beginChallenge(world, intent, method, confirmation.return_url);
  intent.status = 'requires_action';
  world.emit('payment_intent.requires_action', intent);
};
