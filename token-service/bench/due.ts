/**
 * Benchmark of finding due work: reads the next 100 items of all kinds, in a database with a thousand subscriptions and
 * in one with a million, of which 500 are due. A million takes minutes to create; `--subscriptions 100000` sets another
 * number.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type StorageConfig } from '../src/adapters/storage/storage.ts';
import { median } from './accounts/words.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';
import { openCounter } from './purchases/shop.ts';
import { openDue } from './renewals/due.ts';
import { openRenewals } from './renewals/shop.ts';

const { subscriptions } = parseArgs({ options: { subscriptions: { type: 'string', default: '1000000' } } }).values;
const FEW = 1000;
const DUE = 500;
const LIMIT = 100;
const READS = 300;
const YEAR = 31_536_000;

/** Reads until the caches are warm, then returns the median, in milliseconds. */
const read = async (config: StorageConfig): Promise<number> => {
  const renewals = await openRenewals(config);
  const times: number[] = [];
  for (let n = 0; n < READS; n += 1) {
    const began = performance.now();
    const found = await renewals.read(LIMIT);
    times.push(performance.now() - began);
    if (found !== LIMIT) throw new Error(`${found} items were found instead of ${LIMIT}.`);
  }
  await renewals.close();
  return median(times.slice(READS / 3));
};

const measure = async (name: string, config: StorageConfig): Promise<void> => {
  const counter = await openCounter(config);
  await counter.buy();
  await counter.close();
  const database = await openDatabase(config);
  const add = await openDue(database);
  const inAYear = Math.floor(Date.now() / 1000) + YEAR;
  await add(1, DUE);
  await add(DUE + 1, FEW - DUE, inAYear);
  const few = await read(config);
  await add(FEW + 1, Number(subscriptions) - FEW, inAYear);
  const many = await read(config);
  await database.close();
  console.log(
    `${name}: ${few.toFixed(2)} ms among ${FEW} subscriptions, ${many.toFixed(2)} ms among ${subscriptions}, ` +
      `${(many / few).toFixed(2)} times`,
  );
};

const cleanup: (() => Promise<unknown>)[] = [];
try {
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`load of the machine before: ${load.join(' ')}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-due-'));
  cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
  await measure('SQLite', { dataDir, databaseUrl: null });
  await measure('PostgreSQL', { dataDir, databaseUrl: await openBenchPostgres(cleanup) });
} finally {
  for (const undo of cleanup) await undo();
}
