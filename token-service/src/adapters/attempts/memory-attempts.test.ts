import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { behavesLikeAnAttemptStore } from './attempt-store.contract.ts';
import { memoryAttempts } from './memory-attempts.ts';

const build = (names?: number) => {
  const clock = testClock('2026-03-01T12:00:00Z');
  const pass = (milliseconds: number) => clock.advance({ seconds: milliseconds / 1000 });
  return { store: memoryAttempts(clock, names), clock, pass };
};

describe('attempts counted in memory', () => {
  behavesLikeAnAttemptStore(() => build());

  test.each([24, -24])('keep their hour when the system clock jumps by %i hours', async (hours) => {
    const { store, clock } = build();
    const once = [{ name: 'ada', limit: 1 }];
    await store.reserve('a', once);
    await store.settle('a', once, true);
    clock.jump({ hours });
    expect(await store.reached(once)).toEqual({ name: 'ada', waitMs: 3_600_000 });
    clock.advance({ hours: 1 });
    expect(await store.reached(once)).toBeUndefined();
  });

  test('take bounded memory: the names not used for the longest time are forgotten', async () => {
    const { store } = build(2);
    const counted = (name: string) => [{ name, limit: 1 }];
    for (const name of ['a', 'b', 'c']) {
      await store.reserve(name, counted(name));
      await store.settle(name, counted(name), true);
    }
    expect(await store.reached(counted('a'))).toBeUndefined();
    expect(await store.reached(counted('c'))).toMatchObject({ name: 'c' });
  });
});
