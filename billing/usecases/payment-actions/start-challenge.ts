import { askChallenge, type ChallengeDeps } from '../../engine/intents/ask-challenge.ts';
import type { Caller } from '../../ports/caller.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Returns the address of the page at which the customer confirms a payment; null: there is nothing to show, because it
 * is confirmed. Throws `not_found`, `three_d_secure_failed`, and `service_unavailable` while the gateway does not
 * answer.
 */
export const startChallenge =
  (deps: ChallengeDeps) =>
  async (
    caller: Pick<Caller, 'site' | 'at' | 'correlation'>,
    { id }: { readonly id: string },
  ): Promise<{ readonly url: string | null }> => {
    const { challenge } = await askChallenge(deps, caller, id);
    if (challenge.state === 'unknown') throw new Failure('service_unavailable');
    return { url: challenge.state === 'waiting' ? challenge.url : null };
  };
