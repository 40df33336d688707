import { hash } from 'node:crypto';
import type { Step } from '../api.ts';
import { together } from '../together.ts';
import { type Head, setHead } from './head.ts';

/**
 * Sends answers that nothing may keep: in one piece, past Koa's own way of doing so, which looks at every header again
 * and costs half as much as sealing a token.
 */
export const sending = () => {
  const putOff = together();
  return (head: Head): Step =>
    async function sendOnce(ctx, next) {
      await next();
      const { res, state } = ctx;
      const { answer } = state;
      ctx.respond = false;
      res.statusCode = 200;
      putOff(() => {
        res.writeHead(200, [...head, 'Content-Length', String(Buffer.byteLength(answer))]);
        res.end(answer);
      });
    };
};

/** Sends what others may keep with its tag, or says that theirs is still right. `cache` is the `Cache-Control`. */
export const sendCached = (cache: string, head: Head): Step =>
  async function sendCached(ctx, next) {
    await next();
    const { answer } = ctx.state;
    setHead(ctx, head);
    ctx.status = 200;
    ctx.set({ 'Cache-Control': cache, ETag: `"${hash('sha256', answer).slice(0, 32)}"` });
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = answer;
  };
