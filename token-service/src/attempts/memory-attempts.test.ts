import { describe, expect, test } from 'vitest';
import { behavesLikeAnAttemptStore } from './attempt-store.contract.ts';
import { memoryAttempts } from './memory-attempts.ts';

const build = (names?: number) => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { store: memoryAttempts({ now: () => now }, names), pass };
};

describe('attempts counted in memory', () => {
  behavesLikeAnAttemptStore(() => build());

  test('take bounded memory: the names not used for the longest time are forgotten', async () => {
    const { store } = build(2);
    const counted = (name: string) => [{ name, limit: 1 }];
    for (const name of ['a', 'b', 'c']) {
      await store.reserve(name, counted(name));
      await store.settle(name, counted(name), true);
    }
    expect(await store.reached(counted('a'))).toBeUndefined();
    expect(await store.reached(counted('c'))).toBe('c');
  });
});
