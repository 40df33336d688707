import type Stripe from 'stripe';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { chargedNetwork } from '../../objects/payment-method.ts';
import { newSetupAttempt } from '../../objects/setup-intent.ts';
import { type CardInstrument, expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { beginChallenge, demandOf, runChecks } from '../authentication.ts';
import { declineError, refusalOf } from '../card-refusal.ts';
import { needMandate } from '../mandates.ts';
import { verifyWithMicrodeposits } from '../microdeposits.ts';
import { attachTo, checkUsable, instrumentOf } from '../payment-methods/use-payment-method.ts';
import type { Confirmation } from '../payments/confirm-payment.ts';

type Status = Stripe.SetupIntent.Status;
type ThreeDSecure = Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure;
type SetupAuthentication = Stripe.SetupAttempt.PaymentMethodDetails.Card.ThreeDSecure;

/** @throws {ApiError} 400 `setup_intent_unexpected_state` unless the status is one of `allowed` */
export const needSetupStatus = (intent: Stripe.SetupIntent, operation: string, allowed: readonly Status[]): void => {
  if (!allowed.includes(intent.status))
    throw invalidRequest(
      `This SetupIntent could not be ${operation} because it has a status of ${intent.status}. Only a SetupIntent ` +
        `with one of the following statuses may be ${operation}: ${allowed.join(', ')}.`,
      { code: 'setup_intent_unexpected_state', setup_intent: intent },
    );
};

/**
 * Confirms a SetupIntent with its payment method: the bank checks the card without a charge, and the payment method is
 * attached to the customer.
 *
 * @throws {ApiError} 400 when its status or payment method does not allow it; 402 when the bank declines
 */
export const confirmSetup = (world: SimulatorWorld, intent: Stripe.SetupIntent, confirmation: Confirmation): void => {
  needSetupStatus(intent, 'confirmed', ['requires_payment_method', 'requires_confirmation']);
  const method = world.state.paymentMethods.find(expandedId(intent.payment_method) ?? '');
  if (!method)
    throw invalidRequest('You cannot confirm this SetupIntent because it is missing a payment method.', {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    });
  if (!intent.payment_method_types.includes(method.type))
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent. Please attach a PaymentMethod ` +
        `of one of the following types: ${intent.payment_method_types.join(', ')}.`,
      { code: 'setup_intent_invalid_parameter', param: 'payment_method' },
    );
  checkUsable(world, method, expandedId(intent.customer));
  const instrument = instrumentOf(world, method);
  if (instrument.kind === 'card') {
    confirmCard(world, intent, method, instrument, confirmation);
    return;
  }
  intent.mandate = needMandate(world, method, confirmation.acceptance, confirmation.mandate, 'setup');
  if (!instrument.verified && confirmation.verification !== 'skip') {
    intent.next_action = verifyWithMicrodeposits(world, intent.id);
    intent.status = 'requires_action';
    world.emit('setup_intent.requires_action', intent);
    return;
  }
  finishSetup(world, intent, method, null);
};

const confirmCard = (
  world: SimulatorWorld,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  card: CardInstrument,
  confirmation: Confirmation,
): void => {
  const demand = demandOf(card, { ...confirmation, offSession: false });
  if (demand.kind === 'challenge') {
    intent.next_action = beginChallenge(world, intent, method, confirmation.return_url);
    intent.status = 'requires_action';
    world.emit('setup_intent.requires_action', intent);
    return;
  }
  if (demand.kind === 'error') {
    throw failSetup(world, intent, method, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'processing_error',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
  }
  finishCardSetup(world, intent, method, demand.kind === 'done' ? demand.threeDSecure : null);
};

/**
 * Lets the bank check the card, once the customer was authenticated where that was needed.
 *
 * @throws {ApiError} 402 when the bank declines
 */
export const finishCardSetup = (
  world: SimulatorWorld,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  threeDSecure: ThreeDSecure | null,
): void => {
  const card = instrumentOf(world, method) as CardInstrument;
  runChecks(method, card);
  const decline = card.behaviour.attaches ? undefined : refusalOf(card, intent.metadata);
  card.securityCode = false;
  if (decline) throw failSetup(world, intent, method, declineError(decline));
  if (intent.usage === 'off_session') card.setUp = true;
  finishSetup(world, intent, method, threeDSecure);
};

/** Records that the payment method is set up, and attaches it to the customer. */
export const finishSetup = (
  world: SimulatorWorld,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  threeDSecure: ThreeDSecure | null,
): void => {
  const customer = expandedId(intent.customer);
  if (customer !== null) attachTo(world, method, customer);
  addAttempt(world, intent, method, threeDSecure, 'succeeded', null);
  intent.last_setup_error = null;
  intent.next_action = null;
  intent.status = 'succeeded';
  world.state.authentications.delete(intent.id);
  world.emit('setup_intent.succeeded', intent);
};

/** Records that the attempt failed, and returns the error to answer with. */
export const failSetup = (
  world: SimulatorWorld,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  error: Stripe.SetupIntent.LastSetupError & ApiError['body'],
): ApiError => {
  const reported = { ...error, payment_method: structuredClone(method) };
  addAttempt(world, intent, method, null, 'failed', reported);
  intent.last_setup_error = reported;
  intent.next_action = null;
  intent.payment_method = null;
  intent.status = 'requires_payment_method';
  world.state.authentications.delete(intent.id);
  world.emit('setup_intent.setup_failed', intent);
  return new ApiError(402, { ...reported, setup_intent: intent }, true);
};

/** A setup has no exemption, which only the authentication of a payment may have. */
const withoutExemption = ({ exemption_indicator: _, ...rest }: ThreeDSecure): SetupAuthentication => rest;

const addAttempt = (
  world: SimulatorWorld,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  threeDSecure: ThreeDSecure | null,
  status: 'failed' | 'succeeded',
  setup_error: Stripe.SetupAttempt.SetupError | null,
): void => {
  const card = method.card;
  const attempt = world.state.setupAttempts.add(
    newSetupAttempt(world, intent, method, {
      payment_method_details: card
        ? {
            type: 'card',
            card: {
              brand: card.brand,
              checks: card.checks,
              country: card.country,
              exp_month: card.exp_month,
              exp_year: card.exp_year,
              fingerprint: card.fingerprint ?? null,
              funding: card.funding,
              last4: card.last4,
              network: chargedNetwork(card),
              three_d_secure: threeDSecure && withoutExemption(threeDSecure),
              wallet: null,
            },
          }
        : { type: method.type, [method.type]: {} },
      setup_error,
      status,
    }),
  );
  intent.latest_attempt = attempt.id;
};
