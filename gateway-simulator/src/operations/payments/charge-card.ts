import type Stripe from 'stripe';
import { usualDuration } from '../../faults/fault.ts';
import { ApiError } from '../../http/api-error.ts';
import { approved, blockedByRisk, declinedByBank, newCharge } from '../../objects/charge.ts';
import { random } from '../../world/ids.ts';
import { type CardInstrument, expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { runChecks } from '../authentication.ts';
import { declineError, refusalOf } from '../card-refusal.ts';
import { followDisputes } from '../disputes/open-dispute.ts';
import { attachTo } from '../payment-methods/use-payment-method.ts';
import { expireLater } from './cancel-payment.ts';
import { failAttempt, logMovement, succeed } from './settle.ts';

export interface CardCharge {
  readonly intent: Stripe.PaymentIntent;
  readonly method: Stripe.PaymentMethod;
  readonly card: CardInstrument;
  readonly threeDSecure: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null;
  readonly moto: boolean;
}

/** Seconds for which an authorization holds: seven days, as for most cards. */
export const AUTHORIZATION = 7 * 86_400;

/**
 * Asks the bank for the PaymentIntent's amount and records the charge.
 *
 * @throws {ApiError} 402 when the bank or the evaluation of risk refuses; the PaymentIntent has been updated
 */
export const chargeCard = (world: SimulatorWorld, request: CardCharge): void => {
  const { intent, method, card } = request;
  const { fault } = card.behaviour;
  if (fault && world.request) world.request.fault = { kind: fault, milliseconds: usualDuration(fault) };
  const checks = runChecks(method, card);
  const decline = card.behaviour.blocked ? undefined : refusalOf(card, intent.metadata);
  card.securityCode = false;
  if (card.behaviour.blocked || decline) throw refuse(world, request, checks, decline);

  const manual = intent.capture_method === 'manual';
  card.networkTransaction ??= random(15).toUpperCase();
  const charge = world.state.charges.add(
    newCharge(world, {
      intent,
      method,
      status: 'succeeded',
      captured: !manual,
      outcome: approved(card.behaviour.risk),
      failure: null,
      details: {
        kind: 'card',
        authorized: true,
        checks,
        networkTransaction: card.networkTransaction,
        threeDSecure: request.threeDSecure,
        captureBefore: manual ? world.clock.seconds() + AUTHORIZATION : null,
        moto: request.moto,
      },
    }),
  );
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  keep(world, request);
  world.state.authentications.delete(intent.id);
  if (manual) {
    intent.amount_capturable = intent.amount;
    intent.next_action = null;
    intent.status = 'requires_capture';
    logMovement(world, 'authorized', charge.amount, charge);
    world.emit('charge.succeeded', charge);
    world.emit('payment_intent.amount_capturable_updated', intent);
    expireLater(world, intent, AUTHORIZATION * 1000);
    return;
  }
  succeed(world, intent, charge, charge.amount);
  logMovement(world, 'captured', charge.amount, charge);
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  followDisputes(world, charge, card.behaviour);
};

/** Keeps the payment method where the intent asks for it; otherwise it was used up. */
const keep = (world: SimulatorWorld, { intent, method, card }: CardCharge): void => {
  const customer = expandedId(intent.customer);
  if (intent.setup_future_usage && customer !== null) attachTo(world, method, customer);
  if (intent.setup_future_usage === 'off_session') card.setUp = true;
  if (method.customer === null) card.spent = true;
};

const refuse = (
  world: SimulatorWorld,
  { intent, method, card, threeDSecure, moto }: CardCharge,
  checks: Stripe.Charge.PaymentMethodDetails.Card.Checks,
  decline: ReturnType<typeof refusalOf>,
): ApiError => {
  const error = decline
    ? declineError(decline)
    : {
        type: 'card_error' as const,
        code: 'card_declined',
        decline_code: 'fraudulent',
        message: 'Your card was declined.',
      };
  const charge = world.state.charges.add(
    newCharge(world, {
      intent,
      method,
      status: 'failed',
      captured: false,
      outcome: decline ? declinedByBank(decline, card.behaviour.risk) : blockedByRisk(),
      failure: error,
      details: {
        kind: 'card',
        authorized: false,
        checks,
        networkTransaction: null,
        threeDSecure,
        captureBefore: null,
        moto,
      },
    }),
  );
  intent.latest_charge = charge.id;
  const reported = { ...error, charge: charge.id, payment_method: structuredClone(method) };
  failAttempt(world, intent, reported);
  world.emit('charge.failed', charge);
  return new ApiError(402, { ...reported, payment_intent: intent }, true);
};
