import type { ServerResponse } from 'node:http';
import type { Millis } from '@service/billing/values/time.ts';
import type Koa from 'koa';

/** Milliseconds in which a client must take some part of an answer. */
export const WRITE_TIMEOUT = 30_000;

/**
 * Closes the connection of a client that does not read its answer, so that it does not hold memory. The time runs from
 * the start of the answer, however long that took to prepare, and starts again with every part that the client takes.
 */
export const writeTimeout = (milliseconds: Millis): Koa.Middleware =>
  async function writeTimeout(ctx, next) {
    try {
      await next();
    } finally {
      // By then most responses are with the operating system: a timer for each costs as much as a tenth of a token.
      setImmediate(limitUnlessSent, ctx.res, milliseconds);
    }
  };

const limitUnlessSent = (response: ServerResponse, milliseconds: Millis): void => {
  if (!response.writableFinished) response.setTimeout(milliseconds);
};
