import { expect, test } from 'vitest';
import { describeWithRedis } from '../redis/redis.fixture.ts';
import { behavesLikeAnAttemptStore } from './attempt-store.contract.ts';
import { WINDOW_MS } from './attempt-store.ts';
import { redisAttempts } from './redis-attempts.ts';

await describeWithRedis('attempts counted in Redis', (redis, prefix) => {
  let built = 0;
  const start = Date.parse('2026-03-01T12:00:00Z');

  behavesLikeAnAttemptStore(() => {
    let now = start;
    const pass = (milliseconds: number) => {
      now += milliseconds;
    };
    return { store: redisAttempts(redis, `${prefix}:${++built}:`, () => now), pass };
  });

  test('are counted by all processes together', async () => {
    const processes = [0, 1].map(() => redisAttempts(redis, `${prefix}:shared:`));
    const counted = [{ name: 'ada', limit: 10 }];
    const verdicts = await Promise.all(
      Array.from({ length: 200 }, (_, i) => processes[i % 2]?.reserve(`${i}`, counted)),
    );
    expect(verdicts.filter((verdict) => verdict?.is === 'reserved')).toHaveLength(10);
  });

  test('are held no longer than an hour when the clock of the server is set back', async () => {
    let now = start;
    const store = redisAttempts(redis, `${prefix}:back:`, () => now);
    const counted = [{ name: 'ada', limit: 1 }];
    await store.reserve('declined', counted);
    await store.settle('declined', counted, true);
    now -= 24 * WINDOW_MS;
    expect(await store.reserve('under way', counted)).toEqual({ is: 'reserved' });
    now -= 24 * WINDOW_MS;
    expect(await store.reserve('another', counted)).toEqual({ is: 'reserved' });
  });

  test('are deleted by the server when they are not asked for again', async () => {
    const store = redisAttempts(redis, `${prefix}:expiring:`);
    const counted = [{ name: 'ada', limit: 10 }];
    await store.reserve('declined', counted);
    await store.settle('declined', counted, true);
    await store.reserve('under way', counted);
    const lives = await Promise.all((await redis.keys(`${prefix}:expiring*`)).map((key) => redis.pttl(key)));
    expect(lives).toHaveLength(2);
    for (const life of lives) {
      expect(life).toBeGreaterThan(0);
      expect(life).toBeLessThanOrEqual(WINDOW_MS);
    }
  });
});
