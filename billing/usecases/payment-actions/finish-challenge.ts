import { RESULT_LIFETIME_MS } from '../../domain/payments/payment-action.ts';
import { askChallenge, type ChallengeDeps } from '../../engine/intents/ask-challenge.ts';
import type { Caller } from '../../ports/caller.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';

export interface FinishDeps extends ChallengeDeps {
  readonly world: Pick<World, 'clock' | 'ids'>;
}

const TOKEN_LENGTH = 32;

/**
 * Returns the result token of a challenge that the customer passed, with which the merchant's server completes the
 * payment, once and within 20 minutes. A later result token replaces an earlier one. Throws `not_found`,
 * `three_d_secure_failed`, and `three_d_secure_pending` until the customer has decided.
 */
export const finishChallenge =
  (deps: FinishDeps) =>
  async (
    caller: Pick<Caller, 'site' | 'at' | 'correlation'>,
    { id }: { readonly id: string },
  ): Promise<{ readonly result_token: string }> => {
    const { storage, world } = deps;
    const { action, challenge } = await askChallenge(deps, caller, id);
    if (challenge.state !== 'confirmed') throw new Failure('three_d_secure_pending');
    const result_token = world.ids.secret(TOKEN_LENGTH);
    const expiresAt = world.clock.now() + RESULT_LIFETIME_MS;
    const isRecorded = await storage.transaction(caller.site.id, ({ paymentActions }) =>
      paymentActions.confirm(action.key, result_token, expiresAt),
    );
    // A request has used it meanwhile.
    if (!isRecorded) throw new Failure('three_d_secure_failed');
    return { result_token };
  };
