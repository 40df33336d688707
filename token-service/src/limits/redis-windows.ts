import type { SystemClock } from '@service/billing/time.ts';
import type { Redis } from 'ioredis';
import { redisScript } from '../redis.ts';
import { verdict, type Windows } from './windows.ts';

// The sum of `verdict`, in one step on the server: counts the hit when it fits, and answers the counts it judged by.
const HIT = `
local hits = tonumber(redis.call('GET', KEYS[1]) or '0')
local before = tonumber(redis.call('GET', KEYS[2]) or '0')
local limit, seconds, gone = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if (hits + 1) * seconds + before * (seconds - gone) > limit * seconds then return {0, hits, before} end
redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], math.ceil(seconds * 2000))
return {1, hits, before}`;

/** Windows that several processes share (`TOKEN_STORE_URL`). */
export const redisWindows = (redis: Redis, clock: SystemClock, prefix = 'window'): Windows => {
  const hit = redisScript(redis, 'hitWindow', 2, HIT);

  return {
    async hit(name, limit, seconds) {
      const now = clock.now() / 1000;
      const start = now - (now % seconds);
      const key = (from: number): string => `${prefix}:{${name}}:${seconds}:${Math.round(from)}`;
      const counts = await hit(key(start), key(start - seconds), limit, seconds, now - start);
      const [allowed = 0, hits = 0, before = 0] = Array.isArray(counts) ? counts.map(Number) : [];
      if (allowed === 1) return { allowed: true, retryAfter: 0 };
      return verdict({ start, hits, before }, limit, seconds, now);
    },
  };
};
