/**
 * Benchmark of webhooks: events recorded in one process, delivered to receivers in another, on both engines. It prints
 * deliveries a second while a backlog is sent, the time from commit to receipt (p50, p99) at a steady rate, and the
 * same with one of three endpoints dead. `--events 2000` sets the backlog, `--rate 100` the events a second.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type OpenStorage, openStorage, type StorageConfig } from '../src/adapters/storage/storage.ts';
import { machineClock, openWorld } from '../src/runtime/world.ts';
import { freshSchema, startPostgres } from '../test/postgres.ts';
import { openSubject, type Subject } from './webhooks/subject.ts';

const { events, rate, seconds } = parseArgs({
  options: {
    events: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '5' },
  },
}).values;
const RECEIVERS = fileURLToPath(new URL('webhooks/receivers.ts', import.meta.url));

interface Latencies {
  /** Milliseconds from commit to receipt, by receiver. */
  readonly [receiver: string]: readonly number[];
}

const receivers = fork(RECEIVERS);
const ask = async <T>(message: object): Promise<T> => {
  receivers.send(message);
  return (await once(receivers, 'message'))[0] as T;
};

const quantile = (values: readonly number[], share: number): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
};

/** Records events at a steady rate, and returns the latencies of the receivers that answer. */
const steady = async (subject: Subject): Promise<void> => {
  await ask({ what: 'reset' });
  const committed = await subject.recordAt(Number(rate), Number(seconds));
  await subject.settled();
  const received = await ask<Record<string, Record<string, number>>>({ what: 'report' });
  const latencies: Latencies = Object.fromEntries(
    Object.entries(received).map(([name, times]) => [
      name,
      [...committed].flatMap(([id, at]) => (times[id] === undefined ? [] : [times[id] - at])),
    ]),
  );
  for (const [name, values] of Object.entries(latencies)) {
    if (values.length === 0) continue;
    console.log(
      `  ${name}: ${values.length} of ${committed.size}, p50 ${quantile(values, 0.5)} ms, p99 ${quantile(values, 0.99)} ms`,
    );
  }
};

const measure = async (name: string, config: StorageConfig, urls: readonly string[], dead: string): Promise<void> => {
  const world = openWorld(machineClock);
  const opened: OpenStorage = await openStorage(config, world);
  const one = await openSubject(opened, world, urls.slice(0, 1));
  await ask({ what: 'reset' });
  await one.record(Number(events));
  const began = performance.now();
  one.start();
  await one.settled();
  const took = (performance.now() - began) / 1000;
  console.log(
    `${name}: ${events} deliveries to one endpoint in ${took.toFixed(1)} s: ${(Number(events) / took).toFixed(0)}/s`,
  );
  console.log(` ${rate} events/s to one endpoint`);
  await steady(one);
  await one.close();
  for (const [title, addresses] of [
    ['three endpoints', urls],
    ['three endpoints, one of them dead', [...urls.slice(0, 2), dead]],
  ] as const) {
    const three = await openSubject(opened, world, addresses);
    three.start();
    console.log(` ${rate} events/s to ${title}`);
    await steady(three);
    await three.close();
  }
  await opened.close();
};

const cleanup: (() => Promise<unknown>)[] = [async () => receivers.kill()];
try {
  const [{ urls, dead }] = (await once(receivers, 'message')) as [{ urls: string[]; dead: string }];
  console.log(
    `load of the machine before: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
  cleanup.push(() => rm(folder, { recursive: true }));
  await measure('SQLite', { dataDir: folder, databaseUrl: null }, urls, dead);
  const postgres = await startPostgres();
  cleanup.unshift(() => postgres.stop());
  await measure('PostgreSQL', { dataDir: folder, databaseUrl: (await freshSchema(postgres.url)).url }, urls, dead);
} finally {
  for (const end of cleanup) await end();
}
