import type { RateLimiter } from './rate-limiter.ts';

/**
 * Counts in `shared` and, while that does not answer, in `own`: a limit that each process counts alone is better than a
 * shop that cannot sell. `onFailure` is called with the first failure of each outage.
 */
export const limiterWithFallback = (
  shared: RateLimiter,
  own: RateLimiter,
  onFailure: (error: unknown) => void,
): RateLimiter => {
  let fails = false;
  return {
    async hit(name, limit, counts) {
      try {
        const usage = await shared.hit(name, limit, counts);
        fails = false;
        return usage;
      } catch (error) {
        if (!fails) onFailure(error);
        fails = true;
        return own.hit(name, limit, counts);
      }
    },
  };
};
