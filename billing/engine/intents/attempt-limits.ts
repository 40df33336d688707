import type { Unverified } from '../../domain/billing-info/billing-info.ts';
import { isDeclinedAttempt } from '../../domain/payments/decline-codes.ts';
import type { PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Attempt, AttemptVerdict, ReachedLimit } from '../../ports/attempts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { RequestedMethod } from '../../ports/gateway.ts';
import { refuseImpatient, STEP_MS } from './in-queue.ts';
import type { PaymentDeps } from './open-intent.ts';
import { inAttemptQueue } from './operation-queues.ts';

/** The decline code of an attempt that no gateway was called for, because a limit was reached. */
const TOO_MANY_ATTEMPTS = 'fraud_too_many_attempts';

/** Declines a payment for which no gateway was called, because a limit was reached. */
export const declinedByLimit = ({ retry_after }: Pick<ReachedLimit, 'retry_after'>): Declined => ({
  outcome: 'declined',
  error_code: TOO_MANY_ATTEMPTS,
  retry_after,
});

/**
 * Describes an attempt for counting. A stored card is identified by its first six and last four digits, so that storing
 * it under another account does not start a new count.
 */
export const attemptOf = (
  { site, address, correlation }: Caller,
  account_code: string,
  method: RequestedMethod,
  { first_six, last_four, ip_address }: Pick<Unverified, 'first_six' | 'last_four' | 'ip_address'>,
): Attempt => {
  const about = { site, account_code, client_address: address ?? null, correlation };
  if ('presented' in method) {
    const { presented } = method;
    return { ...about, card: presented.fingerprint, address: presented.address ?? ip_address };
  }
  // The address on file is where the card was entered, perhaps years ago.
  const onFile = first_six && last_four ? `${first_six} ${last_four}` : method.reference;
  return { ...about, card: onFile, address: null };
};

/** The answer to an attempt that a limit refused. */
export type LimitReached = Extract<AttemptVerdict, { outcome: 'reached' }>;

/**
 * Calls a gateway with an attempt reserved for the time of the call. Returns the limit, without a call, when one is
 * reached. Where only attempts under way fill a limit, waits a bounded time for them to end, then throws
 * `simultaneous_request`.
 */
export const askWithinLimits = async <A extends PaymentResult>(
  deps: Pick<PaymentDeps, 'attempts' | 'world'>,
  attempt: Attempt,
  ask: () => Promise<A>,
): Promise<A | LimitReached> => {
  const verdict = await reserved(deps, attempt);
  if (verdict.outcome === 'reached') return verdict;
  let declined = false;
  try {
    const answer = await ask();
    declined = answer.outcome === 'declined' && isDeclinedAttempt(answer.error_code);
    return answer;
  } finally {
    await verdict.settle(declined);
  }
};

const reserved = async (
  deps: Pick<PaymentDeps, 'attempts' | 'world'>,
  attempt: Attempt,
): Promise<Exclude<AttemptVerdict, { outcome: 'busy' }>> => {
  const { attempts, world } = deps;
  const first = await attempts.reserve(attempt);
  if (!isBusy(first)) return first;
  // Only the first in the queue tries again; the others wait for it.
  const { account_code: account, card, address } = attempt;
  const counted = { account, card, security_code: card, address }[first.scope];
  return inAttemptQueue(deps, attempt, `${first.scope} ${counted}`, async (place) => {
    for (;;) {
      const verdict = await attempts.reserve(attempt);
      if (!isBusy(verdict)) return verdict;
      refuseImpatient(world.clock.now(), place);
      await Promise.race([verdict.freed, world.pause(STEP_MS)]);
    }
  });
};

const isBusy = (verdict: AttemptVerdict): verdict is Extract<AttemptVerdict, { outcome: 'busy' }> =>
  verdict.outcome === 'busy';
