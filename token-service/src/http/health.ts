import type Koa from 'koa';
import type { HealthCheck, HealthFinding } from './health-check.ts';
import type { AnonymousLimits } from './limits/anonymous.ts';
import { routed } from './routed.ts';

export interface HealthPageDeps {
  readonly check: Pick<HealthCheck, 'finding'>;
  readonly draining: () => boolean;
  /** Limits the requests of one address. */
  readonly anonymous?: Pick<AnonymousLimits, 'refuse'>;
}

const RETRY_AFTER = '5';

/**
 * `GET /health`: 200 once requests can be answered, with the `degraded` parts that do not work just now and why; 503
 * with `Retry-After` and a reason while the process is going down or cannot serve.
 */
export const health = ({ check, draining, anonymous }: HealthPageDeps): Koa.Middleware =>
  routed(
    async function health(ctx, next) {
      // The path as it came: this page has no use for one that cannot be decoded.
      if (ctx.req.url !== '/health' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
      if (await anonymous?.refuse(ctx, 'files')) return;
      const found: HealthFinding = draining() ? { status: 'unavailable', reason: 'draining' } : await check.finding();
      ctx.status = found.status === 'unavailable' ? 503 : 200;
      if (found.status === 'unavailable') ctx.set('Retry-After', RETRY_AFTER);
      ctx.set('Cache-Control', 'no-store');
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.body = found;
    },
    ['/health'],
  );
