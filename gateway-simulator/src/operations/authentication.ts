import type Stripe from 'stripe';
import type { CardBehaviour } from '../cards/behaviour.ts';
import { random } from '../world/ids.ts';
import type { CardInstrument } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';

type ThreeDSecure = Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure;

export interface AuthenticationRequest {
  readonly offSession: boolean;
  /** `payment_method_options[card][request_three_d_secure]`. */
  readonly requested: 'any' | 'automatic' | 'challenge';
  /** An order by mail or telephone: there is no authentication. */
  readonly moto: boolean;
}

/**
 * The authentication that the bank asks for before it authorizes a payment:
 *
 * - `none`: nothing
 * - `done`: it authenticated without a challenge; the result
 * - `challenge`: the customer has to pass a challenge
 * - `unavailable`: authentication would be required, but the customer is not present
 * - `error`: authentication failed with a processing error
 */
export type Demand =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly threeDSecure: ThreeDSecure }
  | { readonly kind: 'challenge' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'error' };

export const demandOf = (card: CardInstrument, request: AuthenticationRequest): Demand => {
  const { behaviour } = card;
  const authentication = behaviour.authentication ?? 'supported';
  if (request.moto || authentication === 'not_supported') return { kind: 'none' };
  if (request.offSession) {
    const needed = authentication === 'always' || (authentication === 'unless_set_up' && !card.setUp);
    return { kind: needed ? 'unavailable' : 'none' };
  }
  const demanded = request.requested !== 'automatic';
  const needed = authentication !== 'supported' && authentication !== 'unenrolled';
  // A card that was set up is authenticated again with the customer present, as the documentation of 3155 says.
  if (!demanded && (!needed || (authentication === 'unless_set_up' && card.setUp))) return { kind: 'none' };
  if (behaviour.authenticationError) return { kind: 'error' };
  if (authentication === 'unenrolled') return { kind: 'done', threeDSecure: attempted() };
  if (behaviour.frictionless && request.requested !== 'challenge')
    return { kind: 'done', threeDSecure: passedAuthentication('frictionless') };
  return { kind: 'challenge' };
};

const result = (more: Pick<ThreeDSecure, 'authentication_flow' | 'electronic_commerce_indicator' | 'result'>) => ({
  exemption_indicator: null,
  result_reason: null,
  transaction_id: `${random(8)}-${random(12)}`,
  version: '2.2.0' as const,
  ...more,
});

/** The result of a passed authentication. */
export const passedAuthentication = (authentication_flow: 'challenge' | 'frictionless'): ThreeDSecure =>
  result({ authentication_flow, electronic_commerce_indicator: '05', result: 'authenticated' });

/** The result where the bank does not take part. */
const attempted = (): ThreeDSecure =>
  result({ authentication_flow: null, electronic_commerce_indicator: '06', result: 'attempt_acknowledged' });

/** Begins a challenge for a PaymentIntent or SetupIntent, and returns the `next_action` that leads to it. */
export const beginChallenge = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  return_url: string | null,
) => {
  const token = random(32);
  world.state.authentications.set(intent.id, { state: 'waiting', token, return_url, method: method.id });
  const url = `${world.url()}/3d_secure/${intent.id}?token=${token}`;
  return return_url === null
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: method.id },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
};

/** Runs the checks of a card, and keeps their results in the payment method. The caller marks the code as used. */
export const runChecks = (
  method: Stripe.PaymentMethod,
  card: CardInstrument,
): Stripe.Charge.PaymentMethodDetails.Card.Checks => {
  const { address } = method.billing_details;
  const check = (sent: boolean, outcome: CardBehaviour['line1']) => (sent ? (outcome ?? 'pass') : null);
  const checks = {
    address_line1_check: check(Boolean(address?.line1), card.behaviour.line1),
    address_postal_code_check: check(Boolean(address?.postal_code), card.behaviour.postalCode),
    cvc_check: check(card.securityCode, card.behaviour.securityCode),
  };
  method.card!.checks = { ...checks, cvc_check: checks.cvc_check ?? method.card!.checks?.cvc_check ?? null };
  return checks;
};
