import { createHmac } from 'node:crypto';

/**
 * Returns the `Stripe-Signature` header of a webhook: https://docs.stripe.com/webhooks#verify-manually. `seconds` is the
 * moment of sending, since 1970; `secrets` are those that are valid now.
 */
export const signatureOf = (body: string, seconds: number, secrets: readonly string[]): string =>
  [
    `t=${seconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`),
  ].join(',');
