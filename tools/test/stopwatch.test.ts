import { expect, test } from 'vitest';
import { openStopwatch } from './stopwatch.ts';

test('a stopwatch says how long each step took, even one that failed, and all of them', async () => {
  let now = 0;
  const { timed, times } = openStopwatch(() => now);
  const taking = (seconds: number) => async () => {
    now += seconds * 1000;
    return seconds;
  };
  expect(await timed('types', taking(3.6))).toBe(3.6);
  await timed('unit tests', taking(155.2));
  const failing = timed('browser tests', async () => {
    now += 60_000;
    throw new Error('no browser');
  });
  await expect(failing).rejects.toThrow('no browser');
  expect(times()).toBe('types 0:04, unit tests 2:35, browser tests 1:00, total 3:39');
});
