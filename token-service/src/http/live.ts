import type Koa from 'koa';
import type { AnonymousLimits } from './limits/anonymous.ts';
import { routed } from './routed.ts';

/**
 * `GET /live`: 200 as long as this process runs and answers, whatever it depends on. A supervisor that restarts a
 * process for its `/health` would restart it for a database that is down, which does not help.
 */
export const live = (anonymous?: Pick<AnonymousLimits, 'refuse'>): Koa.Middleware =>
  routed(
    async function live(ctx, next) {
      if (ctx.req.url !== '/live' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
      if (await anonymous?.refuse(ctx, 'files')) return;
      ctx.set('Cache-Control', 'no-store');
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.body = { status: 'live' };
    },
    ['/live'],
  );
