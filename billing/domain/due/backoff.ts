import { HOUR_MS, type Millis } from '../../values/time.ts';

/** Attempts after which an item waits for an operator. */
export const MOST_ATTEMPTS = 8;

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = HOUR_MS;

/**
 * Returns the moment of the next attempt after so many failures, on the system clock in milliseconds: 30 seconds after
 * the first failure, twice as long after each further one, at most an hour. Undefined once the item is parked.
 */
export const nextAttempt = (failures: number, now: Millis): Millis | undefined =>
  failures >= MOST_ATTEMPTS ? undefined : now + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
