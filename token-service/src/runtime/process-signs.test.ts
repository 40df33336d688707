import type { ProcessSign } from '@service/billing/domain/processes/process-sign.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ProcessSigns, processSigns } from './process-signs.ts';

const NOON = Date.UTC(2026, 10, 26, 12);
beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

/** Processes that share one table of signs. A worker alone unless its name is `api` or `all`. */
const open = () => {
  const table = new Map<string, ProcessSign>();
  let refuses = false;
  const records = {
    async leave(sign: ProcessSign, forgottenBefore: number) {
      if (refuses) throw new Error('The database does not answer.');
      table.set(sign.holder, sign);
      for (const { holder, seen_at_ms } of table.values()) if (seen_at_ms < forgottenBefore) table.delete(holder);
    },
    all: async () => [...table.values()],
    async remove(holder: string) {
      table.delete(holder);
    },
  };
  const process = (holder: string): ProcessSigns =>
    processSigns({ records, clock: { now: () => Date.now() }, own: { holder, ...program(holder) } });
  return {
    table,
    process,
    refuse(whether: boolean) {
      refuses = whether;
    },
  };
};
const program = (holder: string) => ({
  serves: holder === 'api' || holder === 'all' ? holder : 'worker',
  version: '0.1.0',
  host: 'web-1',
  pid: 12,
});
const signed = (holder: string) => ({ holder, ...program(holder) });
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('a worker leaves a sign every thirty seconds until it stops, and says that it stops', async () => {
  const { table, process } = open();
  const [worker, api] = [process('worker'), process('api')];
  expect(await api.workers()).toEqual({ alive: 0, silent: [], lastSeen: undefined });
  await worker.start();
  await pass(31);
  expect([...table.values()]).toEqual([{ ...signed('worker'), started_at_ms: NOON, seen_at_ms: NOON + 30_000 }]);
  await pass(300);
  expect(await api.workers()).toEqual({ alive: 1, silent: [], lastSeen: NOON + 330_000 });
  await worker.stop();
  expect(await api.workers()).toEqual({ alive: 0, silent: [], lastSeen: undefined });
});

test('a worker whose database does not answer leaves its sign as soon as it does', async () => {
  const { process, refuse } = open();
  const [worker, api] = [process('worker'), process('api')];
  await worker.start();
  refuse(true);
  await pass(70);
  expect(await api.workers()).toMatchObject({ alive: 0, silent: [{ holder: 'worker' }] });
  // It knows of itself that it runs.
  expect(await worker.workers()).toMatchObject({ alive: 1, silent: [] });
  refuse(false);
  await pass(1);
  expect(await api.workers()).toMatchObject({ alive: 1, silent: [] });
  await worker.stop();
});

test('one that was killed is not missed once another one was started in its place, and one that hangs is', async () => {
  const { table, process } = open();
  const [api, first] = [process('api'), process('first')];
  await first.start();
  table.set('killed', { ...signed('killed'), started_at_ms: NOON - 9_000, seen_at_ms: NOON + 5_000 });
  table.set('hangs', { ...signed('hangs'), started_at_ms: NOON - 9_000, seen_at_ms: NOON + 5_000 });
  await pass(10);
  const second = process('second');
  await second.start();
  expect(await api.workers()).toMatchObject({ alive: 4, silent: [] });
  await pass(60);
  for (const each of [api, first, second])
    expect(await each.workers()).toMatchObject({ alive: 2, silent: [{ holder: 'hangs' }] });
  // What took the place of one that was killed is stopped: neither is missing, and the one that hangs still is.
  await second.stop();
  expect(await api.workers()).toMatchObject({ alive: 1, silent: [{ holder: 'hangs' }] });
  await first.stop();
  expect(await api.workers()).toMatchObject({ alive: 0, silent: [{ holder: 'hangs' }] });
});

test('one that was killed is silent after a minute, and forgotten after fifteen', async () => {
  const { table, process } = open();
  const api = process('api');
  table.set('killed', { ...signed('killed'), started_at_ms: 0, seen_at_ms: NOON });
  await pass(59);
  expect(await api.workers()).toMatchObject({ alive: 1, silent: [] });
  await pass(1);
  expect(await api.workers()).toMatchObject({ alive: 0, silent: [{ holder: 'killed' }], lastSeen: NOON });
  await pass(14 * 60);
  expect(await api.workers()).toEqual({ alive: 0, silent: [], lastSeen: undefined });
});

test('a process that serves everything is a worker, and one that serves the API is none', async () => {
  const { process, table } = open();
  const [all, api] = [process('all'), process('api')];
  await all.start();
  await api.start();
  await pass(120);
  expect([...table.keys()]).toEqual(['all', 'api']);
  for (const each of [all, api]) expect(await each.workers()).toMatchObject({ alive: 1, silent: [] });
  await all.stop();
  expect(await api.workers()).toEqual({ alive: 0, silent: [], lastSeen: undefined });
  table.set('gone', { ...signed('gone'), serves: 'api', started_at_ms: NOON, seen_at_ms: NOON });
  expect(await api.workers()).toMatchObject({ alive: 0, silent: [] });
  await api.stop();
});
