import { DAY_MS, HOUR_MS, type Millis } from '../../values/time.ts';

/**
 * Lease of a worker on a message that it sends, in milliseconds. If the worker dies, another one sends the message
 * after that.
 */
export const MAIL_LEASE = 2 * 60_000;
/** Time after queueing during which a message is sent, in milliseconds. */
export const MAIL_PATIENCE = 3 * DAY_MS;

const FIRST_WAIT = 60_000;
const LONGEST_WAIT = HOUR_MS;

/** Returns how long to wait after so many failed attempts: a minute, twice as long each time, at most an hour. */
export const waitAfter = (attempts: number): Millis => Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);
