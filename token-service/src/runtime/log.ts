import pino, { type DestinationStream } from 'pino';

/** Bytes of lines that wait for each other, so that a request does not pay for a write of its own. */
const TOGETHER = 8192;
/** Milliseconds that a line waits at most. */
const LONGEST_WAIT = 100;

/**
 * The standard output of the process, written without blocking it. What waits is written when the process ends, unless
 * it is killed.
 */
export const standardOutput = (): DestinationStream =>
  pino.destination({ sync: false, minLength: TOGETHER, periodicFlush: LONGEST_WAIT });
