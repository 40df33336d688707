import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WorkerSigns, workerSigns } from './worker-signs.ts';

type Sign = Parameters<Parameters<typeof workerSigns>[0]['records']['leave']>[0];

const NOON = Date.UTC(2026, 10, 26, 12);
beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

/** Workers that share one table of signs. */
const open = () => {
  const table = new Map<string, Sign>();
  let refuses = false;
  const records = {
    async leave(sign: Sign, forgottenBefore: number) {
      if (refuses) throw new Error('The database does not answer.');
      table.set(sign.holder, sign);
      for (const { holder, seen_at_ms } of table.values()) if (seen_at_ms < forgottenBefore) table.delete(holder);
    },
    all: async () => [...table.values()],
    async remove(holder: string) {
      table.delete(holder);
    },
  };
  const process = (holder: string): WorkerSigns => workerSigns({ records, clock: { now: () => Date.now() }, holder });
  return {
    table,
    process,
    refuse(whether: boolean) {
      refuses = whether;
    },
  };
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('a worker leaves a sign every thirty seconds until it stops, and says that it stops', async () => {
  const { table, process } = open();
  const [worker, api] = [process('worker'), process('api')];
  expect(await api.look()).toEqual({ alive: 0, silent: 0, lastSeen: undefined });
  await worker.start();
  await pass(31);
  expect([...table.values()]).toEqual([{ holder: 'worker', started_at_ms: NOON, seen_at_ms: NOON + 30_000 }]);
  await pass(300);
  expect(await api.look()).toEqual({ alive: 1, silent: 0, lastSeen: NOON + 330_000 });
  await worker.stop();
  expect(await api.look()).toEqual({ alive: 0, silent: 0, lastSeen: undefined });
});

test('a worker whose database does not answer leaves its sign as soon as it does', async () => {
  const { process, refuse } = open();
  const [worker, api] = [process('worker'), process('api')];
  await worker.start();
  refuse(true);
  await pass(70);
  expect(await api.look()).toMatchObject({ alive: 0, silent: 1 });
  // It knows of itself that it runs.
  expect(await worker.look()).toMatchObject({ alive: 1, silent: 0 });
  refuse(false);
  await pass(1);
  expect(await api.look()).toMatchObject({ alive: 1, silent: 0 });
  await worker.stop();
});

test('one that was killed is not missed once another one was started in its place, and one that hangs is', async () => {
  const { table, process } = open();
  const [api, first] = [process('api'), process('first')];
  await first.start();
  table.set('killed', { holder: 'killed', started_at_ms: NOON - 9_000, seen_at_ms: NOON + 5_000 });
  table.set('hangs', { holder: 'hangs', started_at_ms: NOON - 9_000, seen_at_ms: NOON + 5_000 });
  await pass(10);
  const second = process('second');
  await second.start();
  expect(await api.look()).toMatchObject({ alive: 4, silent: 0 });
  await pass(60);
  for (const each of [api, first, second]) expect(await each.look()).toMatchObject({ alive: 2, silent: 1 });
  await first.stop();
  await second.stop();
});

test('one that was killed is silent after a minute, and forgotten after fifteen', async () => {
  const { table, process } = open();
  const api = process('api');
  table.set('killed', { holder: 'killed', started_at_ms: 0, seen_at_ms: NOON });
  await pass(59);
  expect(await api.look()).toMatchObject({ alive: 1, silent: 0 });
  await pass(1);
  expect(await api.look()).toEqual({ alive: 0, silent: 1, lastSeen: NOON });
  await pass(14 * 60);
  expect(await api.look()).toEqual({ alive: 0, silent: 0, lastSeen: undefined });
});
