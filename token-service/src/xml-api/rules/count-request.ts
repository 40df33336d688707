import type { SystemClock } from '@service/billing/time.ts';
import { isReading, type Step } from '../api.ts';
import { allowanceOf, counts, type RateLimit } from '../limits/allowance.ts';
import type { RequestWindow } from '../limits/request-window.ts';

interface Deps {
  readonly requests: RequestWindow;
  readonly clock: SystemClock;
  readonly rateLimit: RateLimit | null;
}

/** Counts the request of a known site and says in the headers what it has left (specification "Limits"). Refuses nothing yet. */
export const countRequest = ({ requests, clock, rateLimit }: Deps): Step =>
  async function countRequest(ctx, next) {
    const site = ctx.state.identity?.site;
    const limit = site && allowanceOf(site, rateLimit);
    if (site && limit !== undefined) {
      const now = Math.floor(clock.now() / 1000);
      const usage = await requests.take(site.id, { now, limit, counts: counts(site, isReading(ctx)) });
      ctx.state.usage = { ...usage, limit };
      ctx.set('X-RateLimit-Limit', String(limit));
      ctx.set('X-RateLimit-Remaining', String(Math.max(0, limit - usage.used)));
      ctx.set('X-RateLimit-Reset', String(usage.reset));
    }
    await next();
  };
