import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LoopDeps, openLoop } from './loop.ts';
import { REST_AFTER_ERROR } from './unreadable-sites.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets everything run that waits for no timer. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

const open = (turn: LoopDeps['turn']) => {
  const heard: string[] = [];
  const signals = new Set<(siteId?: string) => void>();
  const loop = openLoop({
    listen(woken) {
      signals.add(woken);
      return () => signals.delete(woken);
    },
    onSignal: (siteId) => heard.push(siteId ?? 'every site'),
    turn,
    unreadable: { passedAll: () => heard.push('passed'), failedAll: (error) => heard.push((error as Error).message) },
  });
  loop.start();
  return { loop, heard, signal: (siteId?: string) => [...signals].map((woken) => woken(siteId)) };
};

test('a turn follows when the sleep is over, at a signal, and at once where the turn before asks for it', async () => {
  let turns = 0;
  const { loop, heard, signal } = open(async () => (++turns === 1 ? undefined : 1000));
  await settled();
  expect(turns).toBe(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(turns).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toBe(3);
  signal('acme');
  await settled();
  expect(turns).toBe(4);
  expect(heard).toEqual(['passed', 'passed', 'passed', 'acme', 'passed']);
  await loop.close();
});

test('a signal during a turn causes another one', async () => {
  const first = Promise.withResolvers<number>();
  let turns = 0;
  const { loop, signal } = open(() => (++turns === 1 ? first.promise : Promise.resolve(1000)));
  signal();
  first.resolve(1000);
  await settled();
  expect(turns).toBe(2);
  await loop.close();
});

test('a turn that fails is followed by a rest, and its waiters wait for the next one', async () => {
  let fails = true;
  const { loop, heard } = open(async ({ release }) => {
    if (fails) throw new Error('no database');
    release();
    return 1000;
  });
  let isIdle = false;
  const idle = loop.idle().then(() => {
    isIdle = true;
  });
  await settled();
  expect(isIdle).toBe(false);
  fails = false;
  await vi.advanceTimersByTimeAsync(REST_AFTER_ERROR);
  await idle;
  expect(heard).toContain('no database');
  expect(heard.at(-1)).toBe('passed');
  await loop.close();
});

test('waiters that no turn releases are released by the end, which comes after the turn under way', async () => {
  const turn = Promise.withResolvers<undefined>();
  const { loop } = open(() => turn.promise);
  const idle = loop.idle('acme');
  let isClosed = false;
  const closed = loop.close().then(() => {
    isClosed = true;
  });
  await settled();
  expect([isClosed, loop.isClosing()]).toEqual([false, true]);
  turn.resolve(undefined);
  await Promise.all([idle, closed]);
});
