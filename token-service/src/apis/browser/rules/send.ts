import { matches, tagOf } from '../../../http/etag.ts';
import { REQUEST_ID } from '../../../http/request-id.ts';
import type { BrowserStep } from '../api.ts';
import { together } from '../together.ts';
import { type Head, setHead } from './head.ts';

/**
 * Sends uncacheable responses in one piece. Bypasses Koa, whose processing of headers would cost half as much as
 * encrypting a token.
 */
export const sending = () => {
  const putOff = together();
  return (head: Head): BrowserStep =>
    async function sendOnce(ctx, next) {
      await next();
      const { res, state } = ctx;
      const { answer, correlation } = state;
      ctx.respond = false;
      res.statusCode = 200;
      putOff(() => {
        res.writeHead(200, [...head, REQUEST_ID, correlation, 'Content-Length', String(Buffer.byteLength(answer))]);
        res.end(answer);
      });
    };
};

/**
 * Sends a cacheable response with its `ETag`, or 304 if the client's copy is current. `cache` is the `Cache-Control`.
 */
export const sendCached = (cache: string, head: Head): BrowserStep =>
  async function sendCached(ctx, next) {
    await next();
    const { answer } = ctx.state;
    setHead(ctx, head);
    ctx.status = 200;
    const etag = tagOf(answer);
    ctx.set({ 'Cache-Control': cache, ETag: etag });
    if (matches(ctx.get('If-None-Match'), etag)) ctx.status = 304;
    else ctx.body = answer;
  };
