import type { Challenge } from '../../domain/payments/gateway-result.ts';
import { MOST_REQUESTS, type PaymentAction } from '../../domain/payments/payment-action.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import { needPaymentAction } from '../../queries/payments/payments.ts';
import { Failure } from '../../values/failure.ts';

export interface ChallengeDeps {
  readonly storage: Storage;
  readonly gateways: Pick<Gateways, 'challenge'>;
}

interface AskedChallenge {
  readonly action: PaymentAction;
  readonly challenge: Exclude<Challenge, { state: 'failed' }>;
}

/**
 * Asks the gateway for the state of a challenge, a bounded number of times. Throws `not_found` for an action token that
 * is unknown, used or expired, and `three_d_secure_failed` once the customer or the bank refused.
 */
export const askChallenge = async (
  { storage, gateways }: ChallengeDeps,
  { site, at, correlation }: Pick<Caller, 'site' | 'at' | 'correlation'>,
  id: string,
): Promise<AskedChallenge> => {
  const action = await needPaymentAction(storage.of(site.id), id, at);
  if (action.state === 'failed') throw new Failure('three_d_secure_failed');
  if (action.state === 'confirmed') return { action, challenge: { state: 'confirmed' } };
  const isAllowed = await storage.transaction(site.id, ({ paymentActions }) =>
    paymentActions.count(action.key, MOST_REQUESTS),
  );
  if (!isAllowed) throw new Failure('three_d_secure_failed');
  const { gateway_code, gateway_action: action_token } = action;
  const challenge = await gateways.challenge({ site, at, correlation, gateway_code, action_token });
  if (challenge.state !== 'failed') return { action, challenge };
  await storage.transaction(site.id, ({ paymentActions }) => paymentActions.fail(action.key));
  throw new Failure('three_d_secure_failed');
};
