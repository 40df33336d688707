import { expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { memoryLimiter } from '../../http/limits/memory-limiter.ts';
import { behavesLikeARateLimiter } from '../../http/limits/rate-limiter.contract.ts';
import { withFallback } from '../../runtime/with-fallback.ts';
import { describeWithRedis } from './redis.fixture.ts';
import { redisLimiter } from './redis-limiter.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const FIVE = { most: 5, seconds: 300 };

await describeWithRedis('a rate limiter in Redis', (redis, prefix) => {
  const open = () => {
    let now = NOON;
    return {
      limiter: redisLimiter(redis, `${prefix}:${crypto.randomUUID()}:`, () => now),
      pass: (seconds: number) => {
        now += seconds * 1000;
      },
    };
  };
  behavesLikeARateLimiter(open);

  test('shares its windows between processes, by the clock of the server', async () => {
    const limiters = [1, 2, 3].map(() => redisLimiter(redis, `${prefix}:shared:`));
    const usages = [];
    for (const limiter of limiters) usages.push(await limiter.hit('site', FIVE));
    expect(usages.map(({ used }) => used)).toEqual([1, 2, 3]);
    // The first and the third may fall into different seconds, and not into different hours.
    for (const { wait } of usages) expect(wait).toBeGreaterThan(290);
  });

  test('keeps a bucket or two more than it counts, and deletes them with the window', async () => {
    let now = NOON;
    const limiter = redisLimiter(redis, `${prefix}:small:`, () => now);
    for (let second = 0; second < 900; second += 100) {
      await limiter.hit('site', FIVE);
      now += 100_000;
    }
    const key = `${prefix}:small:site`;
    expect(await redis.hlen(key)).toBeLessThanOrEqual(3 + 3);
    expect(await redis.ttl(key)).toBeLessThanOrEqual(300);
  });

  test('keeps a window in time when the clock of the server is set forward and back', async () => {
    const { limiter, pass } = open();
    const used = async () => (await limiter.hit('site', FIVE)).used;
    await used();
    pass(3600);
    expect([await used(), await used()]).toEqual([1, 2]);
    pass(-3600);
    expect(await limiter.hit('site', FIVE, false)).toEqual({ allowed: true, used: 2, wait: 300, reset: 300 });
    pass(299);
    expect(await used()).toBe(3);
    pass(1);
    expect(await used()).toBe(2);
  });

  test('without its server, each process counts alone and reports the outage once', async () => {
    const own = redis.duplicate();
    await own.connect();
    own.on('error', () => {});
    const failures: unknown[] = [];
    const clock = testClock('2026-11-20T12:00:00Z');
    const limiter = withFallback(
      redisLimiter(own, `${prefix}:gone:`),
      memoryLimiter(clock),
      clock,
      (error, isFirst) => isFirst && failures.push(error),
    );
    await limiter.hit('site', FIVE);
    own.disconnect();
    expect(await limiter.hit('site', FIVE)).toMatchObject({ allowed: true, used: 1 });
    expect(await limiter.hit('site', FIVE)).toMatchObject({ allowed: true, used: 2 });
    expect(failures).toHaveLength(1);
  });
});
