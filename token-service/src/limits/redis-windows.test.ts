import { expect, test } from 'vitest';
import { describeWithRedis } from '../redis.fixture.ts';
import { redisWindows } from './redis-windows.ts';
import { behavesLikeWindows } from './windows.contract.ts';

await describeWithRedis('windows in Redis', (redis, prefix) => {
  let built = 0;
  const openWindows = () => {
    let now = Date.parse('2026-03-01T12:00:00Z');
    const windows = redisWindows(redis, { now: () => now }, `${prefix}:${++built}`);
    const pass = (seconds: number) => {
      now += seconds * 1000;
    };
    return { windows, pass };
  };

  behavesLikeWindows(async () => openWindows());

  test('are shared by processes', async () => {
    const clock = { now: () => Date.parse('2026-03-01T12:00:00Z') };
    const [one, two] = [redisWindows(redis, clock, `${prefix}:shared`), redisWindows(redis, clock, `${prefix}:shared`)];
    expect((await one.hit('ada', 1, 60)).allowed).toBe(true);
    expect((await two.hit('ada', 1, 60)).allowed).toBe(false);
  });
});
