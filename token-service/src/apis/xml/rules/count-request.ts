import type { SystemClock } from '@service/billing/values/time.ts';
import type { RateLimiter } from '../../../http/limits/rate-limiter.ts';
import { isReading } from '../../../http/request.ts';
import type { ApiStep } from '../api.ts';
import { allowanceOf, counts, type RateLimit, WINDOW } from '../limits/allowance.ts';

interface Deps {
  readonly requests: RateLimiter;
  readonly clock: SystemClock;
  readonly rateLimit: RateLimit | null;
}

/** Counts the request of a known site and sets the rate limit headers. Rejects nothing yet. */
export const countRequest = ({ requests, clock, rateLimit }: Deps): ApiStep =>
  async function countRequest(ctx, next) {
    const site = ctx.state.identity?.site;
    const limit = site && allowanceOf(site, rateLimit);
    if (site && limit !== undefined) {
      const usage = await requests.hit(site.id, { most: limit, seconds: WINDOW }, counts(site, isReading(ctx)));
      ctx.state.usage = { ...usage, limit };
      ctx.set('X-RateLimit-Limit', String(limit));
      ctx.set('X-RateLimit-Remaining', String(Math.max(0, limit - usage.used)));
      ctx.set('X-RateLimit-Reset', String(Math.ceil(clock.now() / 1000) + usage.reset));
    }
    await next();
  };
