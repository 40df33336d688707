import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { memoryLimiter } from './memory-limiter.ts';
import { behavesLikeARateLimiter } from './rate-limiter.contract.ts';
import { noLimits } from './rate-limiter.ts';

const NOON = '2026-03-01T12:00:00Z';
const ONE = { most: 1, seconds: 60 };

describe('a rate limiter in memory', () => {
  behavesLikeARateLimiter(() => {
    const clock = testClock(NOON);
    return { limiter: memoryLimiter(clock), pass: (seconds) => clock.advance({ seconds }) };
  });

  test('forgets the least recently used names beyond its capacity', async () => {
    const limiter = memoryLimiter(testClock(NOON), 2);
    for (const name of ['a', 'b', 'c']) await limiter.hit(name, ONE);
    expect((await limiter.hit('c', ONE)).allowed).toBe(false);
    expect((await limiter.hit('a', ONE)).allowed).toBe(true);
  });

  test.each([1, -1])('keeps its windows when the system clock jumps by %i hours and back', async (hours) => {
    const clock = testClock(NOON);
    const limiter = memoryLimiter(clock);
    const hit = async () => (await limiter.hit('site', ONE)).allowed;
    await hit();
    clock.jump({ hours });
    expect(await hit()).toBe(false);
    clock.advance({ seconds: 60 });
    expect(await hit()).toBe(true);
    clock.jump({ hours: -hours });
    expect(await hit()).toBe(false);
    clock.advance({ seconds: 60 });
    expect(await hit()).toBe(true);
  });
});

test('no limits admit every hit', async () => {
  expect(await noLimits.hit('address', { most: 0, seconds: 60 })).toMatchObject({ allowed: true });
});
