import { expect, test } from 'vitest';
import { describeWithRedis } from '../../redis.fixture.ts';
import { windowWithFallback } from './fallback-window.ts';
import { memoryWindow } from './memory-window.ts';
import { redisWindow } from './redis-window.ts';
import { behavesLikeARequestWindow } from './request-window.contract.ts';

const request = { now: 1_795_176_000, limit: 5, counts: true };

await describeWithRedis('a window in Redis', (redis, prefix) => {
  behavesLikeARequestWindow(() => redisWindow(redis, `${prefix}:${crypto.randomUUID()}:`));

  test('is shared by every process', async () => {
    const windows = [1, 2, 3].map(() => redisWindow(redis, `${prefix}:shared:`));
    const usages = [];
    for (const window of windows) usages.push(await window.take('site', request));
    expect(usages.map(({ used }) => used)).toEqual([1, 2, 3]);
  });

  test('keeps a second or two more than it counts, and lives no longer than it', async () => {
    const key = `${prefix}:small:site`;
    const window = redisWindow(redis, `${prefix}:small:`);
    for (let second = 0; second < 900; second += 100) {
      await window.take('site', { ...request, now: request.now + second });
    }
    expect(await redis.hlen(key)).toBeLessThanOrEqual(4 + 3);
    expect(await redis.ttl(key)).toBeLessThanOrEqual(300);
  });

  test('without its server, each process counts alone and says so', async () => {
    const own = redis.duplicate();
    await own.connect();
    own.on('error', () => {});
    const heard: unknown[] = [];
    const window = windowWithFallback(redisWindow(own, `${prefix}:gone:`), memoryWindow(), (error) =>
      heard.push(error),
    );
    await window.take('site', request);
    own.disconnect();
    expect(await window.take('site', request)).toMatchObject({ allowed: true, used: 1 });
    expect(await window.take('site', request)).toMatchObject({ allowed: true, used: 2 });
    expect(heard).toHaveLength(2);
  });
});
