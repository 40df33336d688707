import { DAY, DAY_MS, type Millis, type Seconds } from '../../values/time.ts';

import type { DeliveryAttempt, WebhookDelivery } from './delivery.ts';

/** Attempts after the first one. */
export const MOST_RETRIES = 10;
/** An endpoint without a success for so long is paused. Milliseconds. */
const LONGEST_FAILURE = 5 * DAY_MS;
/** A receiver cannot postpone a retry for longer. Seconds. */
const LONGEST_RETRY_AFTER = DAY;
/** Attempts whose details are kept. */
const LONGEST_LOG = 20;

/**
 * Returns the seconds before retry `x`, which counts from 0: 10, 74, 266, 778, … 147,466, in all about three days.
 * Undefined after the last retry.
 */
export const waitBefore = (x: number): number | undefined => (x < MOST_RETRIES ? 10 + x * 2 ** (x + 5) : undefined);

/** Whether the status is 2xx: redirects are not followed. */
export const isSuccess = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** Whether the response is 410: the endpoint is gone for good. */
export const isGone = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean => status === 410;

export const hasFailedTooLong = (since: Millis | null, now: Millis): boolean =>
  since !== null && now - since >= LONGEST_FAILURE;

/**
 * Returns the delivery after an attempt. `retryAfter`: the seconds that a 429 or 503 response asked to wait, which only
 * lengthen the wait. `now`: milliseconds of the system clock.
 */
export const afterAttempt = (
  delivery: WebhookDelivery,
  attempt: DeliveryAttempt,
  { retryAfter, now }: { readonly retryAfter: Seconds | null; readonly now: Millis },
): WebhookDelivery => {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, attempts, log: [...delivery.log, attempt].slice(-LONGEST_LOG) };
  if (isSuccess(attempt)) return { ...tried, state: 'delivered', next_attempt_at_ms: null, delivered_at_ms: now };
  const wait = waitBefore(attempts - 1);
  if (wait === undefined) return { ...tried, state: 'failed', next_attempt_at_ms: null };
  const seconds = Math.max(wait, Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER));
  return { ...tried, state: 'retrying', next_attempt_at_ms: now + seconds * 1000 };
};

/** Returns the delivery due at once, for an operator's retry. A delivered one is sent again. */
export const asRetried = (delivery: WebhookDelivery, now: Millis): WebhookDelivery => ({
  ...delivery,
  state: 'retrying',
  next_attempt_at_ms: now,
});

/** Reads the `Retry-After` of a 429 or 503 response: seconds, or an HTTP date. Null for anything else. */
export const readRetryAfter = (status: number, header: string | undefined, now: Millis): Seconds | null => {
  if ((status !== 429 && status !== 503) || header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
};
