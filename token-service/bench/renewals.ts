/**
 * Benchmark of renewals: subscriptions to a plan with a fixed add-on, paid by card, all due at once, with 1, 2 and 4
 * worker processes on both engines. Each renewal includes the gateway call, the ledger and the events. The baseline is
 * a pair of transactions that writes the same rows, eight at a time as a worker runs accounts. The gateway answers
 * immediately and keeps no log. On a busy machine, compare the processor time of a renewal with that of a pair; it does
 * not include that of a PostgreSQL server. `--due 100000` sets how many are due at once in the long run at the end.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase, type StorageConfig } from '../src/adapters/storage/storage.ts';
import { median } from './accounts/words.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';
import { openCounter } from './purchases/shop.ts';
import { openCopies } from './renewals/copies.ts';
import { openDue } from './renewals/due.ts';

const { due, round: perRound } = parseArgs({
  options: { due: { type: 'string', default: '100000' }, round: { type: 'string', default: '2000' } },
}).values;
const WORKERS = [1, 2, 4] as const;
const ROUNDS = 3;
/** Accounts that a worker runs at the same time. */
const PARALLEL = 8;
const WORKER = fileURLToPath(new URL('renewals/worker.ts', import.meta.url));

interface Report {
  readonly done: number;
  readonly before: number;
  readonly largest: number;
  /** Milliseconds of processor time. */
  readonly cpu: number;
}

/** A rate, and the milliseconds of processor time that each one takes. */
interface Rate {
  readonly perSecond: number;
  readonly cpu: number;
}

interface Run extends Rate {
  readonly reports: readonly Report[];
}

const message = async <T>(child: ChildProcess): Promise<T> => (await once(child, 'message'))[0] as T;

/** Starts workers, and lets them run all due work at the same time. */
const renewAll = async ({ dataDir, databaseUrl }: StorageConfig, workers: number): Promise<Run> => {
  const children = Array.from({ length: workers }, () => fork(WORKER, [dataDir, databaseUrl ?? '']));
  await Promise.all(children.map((child) => message(child)));
  const began = performance.now();
  for (const child of children) child.send('go');
  const reports = await Promise.all(children.map((child) => message<Report>(child)));
  const seconds = (performance.now() - began) / 1000;
  const done = reports.reduce((sum, report) => sum + report.done, 0);
  return { perSecond: done / seconds, cpu: reports.reduce((sum, { cpu }) => sum + cpu, 0) / done, reports };
};

const copyFor = async (copies: { once(): Promise<void> }, milliseconds: number): Promise<Rate> => {
  let done = 0;
  const used = process.cpuUsage();
  const began = performance.now();
  const lane = async (): Promise<void> => {
    for (; performance.now() - began < milliseconds; done += 1) await copies.once();
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  const { user, system } = process.cpuUsage(used);
  return { perSecond: (done / (performance.now() - began)) * 1000, cpu: (user + system) / 1000 / done };
};

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

const measure = async (name: string, config: StorageConfig): Promise<void> => {
  const counter = await openCounter(config);
  await counter.buy();
  await counter.close();
  const database = await openDatabase(config);
  const makeDue = await openDue(database);
  let next = 1;
  const prepare = async (count: number): Promise<void> => {
    await makeDue(next, count);
    next += count;
  };
  await prepare(PARALLEL);
  await renewAll(config, 1);
  const copies = await openCopies(config);
  for (const workers of WORKERS) {
    const rounds: { readonly run: Run; readonly baseline: Rate }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const baseline = await copyFor(copies, 1500);
      await prepare(Number(perRound));
      rounds.push({ run: await renewAll(config, workers), baseline });
    }
    const middle = (of: (round: (typeof rounds)[number]) => number): number => median(rounds.map(of));
    console.log(
      [
        name.padEnd(12),
        String(workers).padStart(7),
        middle(({ run }) => run.perSecond)
          .toFixed(0)
          .padStart(12),
        middle(({ baseline }) => baseline.perSecond)
          .toFixed(0)
          .padStart(11),
        middle(({ run, baseline }) => run.perSecond / baseline.perSecond)
          .toFixed(2)
          .padStart(7),
        middle(({ run }) => run.cpu)
          .toFixed(2)
          .padStart(12),
        middle(({ baseline }) => baseline.cpu)
          .toFixed(2)
          .padStart(11),
      ].join(' '),
    );
  }
  await copies.close();
  const all = Number(due);
  if (all > 0) {
    await prepare(all);
    const { perSecond, reports } = await renewAll(config, 1);
    const [worker] = reports;
    console.log(
      `${name}: ${all} due at once took ${(all / perSecond).toFixed(0)} s with one worker (${perSecond.toFixed(0)}/s), a million would take ` +
        `${(1_000_000 / perSecond / 60).toFixed(0)} min; memory ${megabytes(worker?.before ?? 0)} before, ${megabytes(worker?.largest ?? 0)} at most`,
    );
  }
  await database.close();
};

const cleanup: (() => Promise<unknown>)[] = [];
try {
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`load of the machine before: ${load.join(' ')}\n`);
  console.log('engine       workers   renewals/s  same rows   ratio   renewal, ms   pair, ms of CPU');
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-renewals-'));
  cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
  await measure('SQLite', { dataDir, databaseUrl: null });
  await measure('PostgreSQL', { dataDir, databaseUrl: await openBenchPostgres(cleanup) });
} finally {
  for (const undo of cleanup) await undo();
}
