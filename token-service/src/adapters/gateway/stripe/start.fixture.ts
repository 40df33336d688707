import { Secret } from '@service/billing/values/secret.ts';
import Stripe from 'stripe';

/** 2026-03-15T00:00:00Z: where the clocks of sites and simulator start. */
export const START = Date.parse('2026-03-15T00:00:00Z') / 1000;

export const CREDENTIALS = {
  secret_key: new Secret('sk_test_ofTheSimulator'),
  webhook_secret: new Secret('whsec_ofTheSimulator'),
  webhook_secret_before: new Secret('whsec_beforeTheRotation'),
};

/** Signs an event as Stripe does. `at`: when it is sent, in seconds. */
export const signed = (event: object, secret: Secret = CREDENTIALS.webhook_secret, at = START) => {
  const body = JSON.stringify({ ...event, object: 'event', api_version: '2026-10-28.endive' });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: secret.reveal(), timestamp: at });
  return { body, headers: { 'stripe-signature': signature } };
};
