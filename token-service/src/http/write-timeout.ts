import type Koa from 'koa';

/** Milliseconds in which a client must take some part of an answer. */
export const WRITE_TIMEOUT = 30_000;

/**
 * Closes the connection of a client that does not read its answer, so that it does not hold memory. The time runs from
 * the start of the answer, however long that took to prepare, and starts again with every part that the client takes.
 */
export const writeTimeout = (milliseconds: number): Koa.Middleware =>
  async function writeTimeout(ctx, next) {
    try {
      await next();
    } finally {
      ctx.res.setTimeout(milliseconds);
    }
  };
