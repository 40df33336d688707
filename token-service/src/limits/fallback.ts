import type { RateLimiter } from './rate-limiter.ts';

/**
 * Counts in `shared` and, while that does not answer, in `own`: a limit that each process counts alone is better than a shop that cannot sell.
 * `onFailure` is called each time.
 */
export const limiterWithFallback = (
  shared: RateLimiter,
  own: RateLimiter,
  onFailure: (error: unknown) => void,
): RateLimiter => ({
  async hit(name, limit, counts) {
    try {
      return await shared.hit(name, limit, counts);
    } catch (error) {
      onFailure(error);
      return own.hit(name, limit, counts);
    }
  },
});
