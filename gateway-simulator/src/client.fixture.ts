import Stripe from 'stripe';
import type { Simulator } from './simulator.ts';

export const SECRET_KEY = 'sk_test_simulator';

/** Returns the official client, pointed at a simulator. It repeats nothing by itself. */
export const clientOf = (simulator: Pick<Simulator, 'port'>, config: Partial<Stripe.StripeConfig> = {}): Stripe =>
  new Stripe(SECRET_KEY, {
    host: '127.0.0.1',
    port: simulator.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });

/** A card of a customer, as a request sends it. */
export const card = (number: string, more: Partial<Stripe.PaymentMethodCreateParams.Card> = {}) => ({
  type: 'card' as const,
  card: { number, exp_month: 12, exp_year: 2040, cvc: '123', ...more },
});

/** A PaymentIntent that is confirmed at once, with cards only. */
export const sale = (payment_method: string, amount = 19_99): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: 'usd',
  payment_method,
  allowed_payment_method_types: ['card'],
  confirm: true,
  expand: ['latest_charge'],
});

/** Returns the error that a request ends with. */
export const errorOf = async (request: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await request;
  } catch (error) {
    return error as Stripe.errors.StripeError;
  }
  throw new Error('The request succeeded.');
};
