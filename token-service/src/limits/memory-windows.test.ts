import { describe, expect, test } from 'vitest';
import { memoryWindows, noWindows } from './memory-windows.ts';
import { behavesLikeWindows } from './windows.contract.ts';

const openWindows = (names?: number) => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const windows = memoryWindows({ now: () => now }, names);
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { windows, pass };
};

describe('windows in memory', () => {
  behavesLikeWindows(async () => openWindows());

  test('stay small: those longest unseen are forgotten', async () => {
    const { windows } = openWindows(2);
    for (const name of ['a', 'b', 'c']) await windows.hit(name, 1, 60);
    expect((await windows.hit('c', 1, 60)).allowed).toBe(false);
    expect((await windows.hit('a', 1, 60)).allowed).toBe(true);
  });
});

test('without limits everybody is let in', async () => {
  expect(await noWindows.hit('ada', 0, 60)).toEqual({ allowed: true, retryAfter: 0 });
});
