import { DAY, HOUR, type Seconds } from '../../values/time.ts';
import { declineCategory, isActionRequired, isDeclinedAttempt, isTrouble } from '../payments/decline-codes.ts';
import type { NetworkAdvice } from '../payments/gateway-result.ts';
import { DEFAULT_WAIT } from '../payments/unanswered.ts';

/** A collection attempt that failed. */
export interface FailedAttempt {
  readonly at: Seconds;
  readonly error_code: string;
  readonly network_advice: NetworkAdvice | null;
  /** Whether it was a bank debit, which fails days after the attempt. */
  readonly byBank: boolean;
  /** The reference of the payment method; null if it is not known. */
  readonly method_reference: string | null;
  /** Whether that was the backup. */
  readonly backup: boolean;
}

/** The limits of an invoice's retries. */
export interface RetryLimits {
  readonly invoicedAt: Seconds;
  /** Time of the final action. */
  readonly endsAt: Seconds;
  /** Time for which a collection waits for a gateway that does not answer: no retry is used up meanwhile. */
  readonly waitsFor?: Seconds | undefined;
}

const MOST_DECLINES = 7;
const MOST_ATTEMPTS = 20;
const LONGEST = 60 * DAY;
/** The number of attempts in the window that the card networks allow. */
const MOST_IN_WINDOW = 15;
const WINDOW = 30 * DAY;
/** Maximum number of repeated debits after the bank returned one. */
const MOST_BANK_RETRIES = 2;

const BY_CODE: Readonly<Record<string, Seconds>> = {
  try_again: 2 * DAY,
  gateway_error: 2 * DAY,
  issuer_unavailable: 3 * DAY,
  processor_not_available: 3 * DAY,
  processor_unavailable: 3 * DAY,
};
const AFTER_SOFT: readonly Seconds[] = [3 * DAY, 5 * DAY, 7 * DAY];
const BY_BANK: ReadonlySet<string> = new Set(['ach_return', 'insufficient_funds']);

/**
 * Returns when an invoice is collected again after failed attempts, oldest first; `at`: when the last one failed. Null:
 * not before new billing info, because the payment method was permanently declined, the card network advises against
 * retries, or a limit is reached.
 */
export const nextRetry = (
  attempts: readonly FailedAttempt[],
  { invoicedAt, endsAt, waitsFor = DEFAULT_WAIT }: RetryLimits,
  at: Seconds,
): Seconds | null => {
  const wait = waitAfter(attempts, waitsFor);
  const spent = spentOf(attempts, waitsFor);
  const judged = attempts.filter(({ error_code }) => isDeclinedAttempt(error_code)).length;
  if (wait === null || judged >= MOST_DECLINES || spent.length >= MOST_ATTEMPTS) return null;
  const leavesWindow = spent.at(-MOST_IN_WINDOW);
  const retry = Math.max(at + wait, leavesWindow ? leavesWindow.at + WINDOW : 0);
  return retry < endsAt && retry <= invoicedAt + LONGEST ? retry : null;
};

/** Returns when an attempt that reached no gateway is repeated: after a day, or null until there is billing info. */
export const retryWithoutAttempt = (
  error_code: string,
  { invoicedAt, endsAt }: RetryLimits,
  at: Seconds,
): Seconds | null => {
  const retry = at + DAY;
  const waits = error_code === 'no_billing_information' || retry >= endsAt || retry > invoicedAt + LONGEST;
  return waits ? null : retry;
};

/** Whether the limits allow one more attempt at a moment, before the scheduled one. */
export const allowsAttempt = (
  attempts: readonly FailedAttempt[],
  at: Seconds,
  waitsFor: Seconds = DEFAULT_WAIT,
): boolean => {
  const spent = spentOf(attempts, waitsFor);
  const leavesWindow = spent.at(-MOST_IN_WINDOW);
  return spent.length < MOST_ATTEMPTS && (!leavesWindow || leavesWindow.at + WINDOW <= at);
};

/**
 * Returns the attempts that use up a retry: not those that the bank wants the customer to confirm, nor those made
 * while the collection waited for its gateway.
 */
const spentOf = (attempts: readonly FailedAttempt[], waitsFor: Seconds): FailedAttempt[] => {
  let since: Seconds | null = null;
  return attempts.filter(({ at, error_code }) => {
    if (!isTrouble(error_code)) since = null;
    else since ??= at;
    return !isActionRequired(error_code) && (since === null || at >= since + waitsFor);
  });
};

/** Whether a failed attempt is the last one with its payment method: only new billing info permits another one. */
export const endsMethod = (attempt: FailedAttempt): boolean =>
  isDeclinedAttempt(attempt.error_code) && waitAfter([attempt], DEFAULT_WAIT) === null;

/** Returns the seconds to wait after the last attempt. */
const waitAfter = (attempts: readonly FailedAttempt[], waitsFor: Seconds): Seconds | null => {
  const last = attempts.at(-1);
  if (!last || last.network_advice === 'do_not_retry' || last.network_advice === 'update_details') return null;
  if (last.byBank && BY_BANK.has(last.error_code)) {
    const returns = attempts.filter(({ byBank, error_code }) => byBank && BY_BANK.has(error_code)).length;
    return returns <= MOST_BANK_RETRIES ? DAY : null;
  }
  const fixed = BY_CODE[last.error_code];
  if (fixed !== undefined) return fixed;
  if (isSoft(last)) return AFTER_SOFT[Math.min(attempts.filter(isSoft).length, AFTER_SOFT.length) - 1] ?? null;
  if (!isTrouble(last.error_code)) return null;
  const before = attempts.findLastIndex(({ error_code }) => !isTrouble(error_code));
  return afterTrouble(spentOf(attempts.slice(before + 1), waitsFor).length);
};

const isSoft = ({ error_code }: FailedAttempt): boolean => declineCategory(error_code) === 'soft';

/**
 * Returns the delay after this many attempts in a row that did not reach the card's bank: short at first, then a day,
 * then longer.
 */
const afterTrouble = (inARow: number): Seconds => {
  if (inARow <= 2) return 4 * HOUR;
  return inARow <= 8 ? DAY : 3 * DAY;
};
