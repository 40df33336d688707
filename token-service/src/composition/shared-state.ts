import type { MonotonicClock } from '@service/billing/time.ts';
import type { Logger } from 'pino';
import { attemptsWithFallback } from '../attempts/fallback-attempts.ts';
import { memoryAttempts } from '../attempts/memory-attempts.ts';
import { redisAttempts } from '../attempts/redis-attempts.ts';
import type { Config } from '../config.ts';
import { limiterWithFallback } from '../limits/fallback.ts';
import { memoryLimiter } from '../limits/memory-limiter.ts';
import { redisLimiter } from '../limits/redis-limiter.ts';
import { connectRedis, type ServerTime } from '../redis.ts';
import { keepSwept, lruTokenStore } from '../vault/lru-token-store.ts';
import { pooledRandomness } from '../vault/random.ts';
import { redisTokenStore } from '../vault/redis-token-store.ts';

interface SharedStateDeps {
  readonly tokenStoreUrl: Config['tokenStoreUrl'];
  readonly clock: MonotonicClock;
  readonly serverTime: ServerTime | undefined;
  readonly log: Logger;
}

/**
 * Opens the state that processes share through `TOKEN_STORE_URL`, or that one process keeps for itself: tokens, rate
 * limits and declined attempts. `serverTime` replaces the time of the Redis server.
 */
export const openShared = async ({ tokenStoreUrl, clock, serverTime, log }: SharedStateDeps) => {
  const random = pooledRandomness();
  if (!tokenStoreUrl) {
    const tokens = lruTokenStore({ clock });
    const stop = keepSwept(tokens);
    const close = (): void => {
      stop();
      tokens.clear();
    };
    return {
      random,
      tokens,
      limiter: memoryLimiter(clock),
      requests: memoryLimiter(clock),
      attempts: memoryAttempts(clock),
      parts: [],
      close,
    };
  }
  const redis = await connectRedis(tokenStoreUrl, {
    onChange(state) {
      if (state === 'open') log.warn('Redis does not answer: tokens are refused');
      if (state === 'closed') log.info('Redis answers again');
    },
  });
  const shared = (prefix: string) =>
    limiterWithFallback(redisLimiter(redis, prefix, serverTime), memoryLimiter(clock), (error) =>
      log.warn({ error: (error as Error).message }, 'requests are counted by this process alone'),
    );
  const tokens = redisTokenStore({ redis, random, ...(serverTime ? { time: serverTime } : {}) });
  // A write, because a full or read-only server responds to everything else.
  const works = () => redis.set('health', '1', 'EX', 60);
  const attempts = attemptsWithFallback(redisAttempts(redis, 'attempts:', serverTime), memoryAttempts(clock), (error) =>
    log.warn({ error: (error as Error).message }, 'declined attempts are counted by this process alone'),
  );
  const parts = [{ names: ['token_store', 'rate_limits', 'attempt_limits'], works }];
  const close = () => redis.disconnect();
  return { random, tokens, limiter: shared('window:'), requests: shared('requests:'), attempts, parts, close };
};
