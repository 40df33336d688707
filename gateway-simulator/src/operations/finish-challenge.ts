import type Stripe from 'stripe';
import { ApiError } from '../http/api-error.ts';
import type { Authentication, CardInstrument } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';
import { passedAuthentication } from './authentication.ts';
import { chargeCard } from './payments/charge-card.ts';
import { failAttempt } from './payments/settle.ts';
import { failSetup, finishCardSetup } from './setups/confirm-setup.ts';

/** The challenge of an intent, while it waits for the customer. */
export type WaitingChallenge = Extract<Authentication, { state: 'waiting' }>;

export type ChallengedIntent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Returns the challenge that the intent waits for; undefined when there is none. */
export const waitingChallenge = (
  world: SimulatorWorld,
  id: string,
): { intent: ChallengedIntent; challenge: WaitingChallenge } | undefined => {
  const challenge = world.state.authentications.get(id);
  const intent = world.state.paymentIntents.find(id) ?? world.state.setupIntents.find(id);
  return challenge?.state === 'waiting' && intent?.status === 'requires_action' ? { intent, challenge } : undefined;
};

/**
 * Ends a challenge, and returns how it ended. A passed one lets the payment or the setup continue; with
 * `confirmation_method: manual` it waits for the merchant to confirm again.
 */
export const endChallenge = (world: SimulatorWorld, id: string, passed: boolean): 'failed' | 'succeeded' => {
  const waiting = waitingChallenge(world, id);
  if (!waiting) return 'failed';
  const { intent, challenge } = waiting;
  const method = world.state.paymentMethods.need(challenge.method);
  const card = world.state.instruments.get(method.id) as CardInstrument;
  if (!passed) {
    refuse(world, intent, method);
    return 'failed';
  }
  const threeDSecure = passedAuthentication('challenge');
  try {
    if (intent.object === 'setup_intent') finishCardSetup(world, intent, method, threeDSecure);
    else if (intent.confirmation_method === 'manual') {
      world.state.authentications.set(id, { state: 'passed', threeDSecure, method: method.id });
      intent.next_action = null;
      intent.status = 'requires_confirmation';
    } else chargeCard(world, { intent, method, card, threeDSecure, moto: false });
    return 'succeeded';
  } catch (error) {
    // The intent shows the decline; the customer is not told more than that it failed.
    if (error instanceof ApiError) return 'failed';
    throw error;
  }
};

const refuse = (world: SimulatorWorld, intent: ChallengedIntent, method: Stripe.PaymentMethod): void => {
  const noun = intent.object === 'setup_intent' ? 'SetupIntent' : 'PaymentIntent';
  const error = {
    type: 'invalid_request_error' as const,
    code: `${intent.object}_authentication_failure`,
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
      `PaymentMethod to attempt to fulfill this ${noun} again.`,
    payment_method: structuredClone(method),
  };
  if (intent.object === 'setup_intent') failSetup(world, intent, method, error);
  else failAttempt(world, intent, error);
};
