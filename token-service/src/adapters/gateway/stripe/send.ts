import type { Clock, Millis } from '@service/billing/values/time.ts';
import type Stripe from 'stripe';
import { faultOf } from './answers.ts';
import { type Problem, problemOf, unreadable } from './problem.ts';

export interface SendDeps {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Resolves after this many milliseconds. */
  readonly pause: (milliseconds: Millis) => Promise<void>;
}

/** Milliseconds for which the adapter waits for Stripe. */
export interface StripeTimeouts {
  /** For the response to one request. */
  readonly request: Millis;
  /** For all requests of an operation: less than the lease of a payment intent, which another process takes then. */
  readonly operation: Millis;
}

export const STRIPE_TIMEOUTS: StripeTimeouts = { request: 20_000, operation: 45_000 };

export type StripeAnswer<T> = { readonly value: T } | { readonly problem: Problem };

/** Sends requests of one operation. `key`: the idempotency key of a request that changes something. */
export type Send = <T>(
  request: (options: Stripe.RequestOptions) => Promise<T>,
  key?: string,
) => Promise<StripeAnswer<T>>;

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Starts an operation: its requests share one time limit. A request is repeated, with the same idempotency key, when
 * Stripe was too busy, a request with its key is in progress, or the connection was lost. Once an attempt may have been
 * received, only an answer of Stripe says otherwise.
 */
export const beginSending = ({ clock, pause }: SendDeps, patience: StripeTimeouts): Send => {
  const until = clock.elapsed() + patience.operation;
  const expired: Problem = {
    kind: 'busy',
    status: null,
    message: 'Stripe did not answer in time.',
    param: null,
    retryAfterMs: null,
    repeatable: false,
  };
  return async (request, key) => {
    let last: Problem | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const left = until - clock.elapsed();
      if (left <= 0) break;
      try {
        const timeout = Math.max(1, Math.min(patience.request, Math.floor(left)));
        const value = await request({ timeout, maxNetworkRetries: 0, ...(key ? { idempotencyKey: key } : {}) });
        const fault = faultOf(value);
        return fault === undefined ? { value } : { problem: unreadable(fault) };
      } catch (error) {
        const problem = problemOf(error);
        last = last?.kind === 'unknown' && problem.kind !== 'refused' ? { ...problem, kind: 'unknown' } : problem;
        if (!problem.repeatable || attempt === ATTEMPTS) break;
        await pause(Math.min(problem.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
      }
    }
    return { problem: last ?? expired };
  };
};
