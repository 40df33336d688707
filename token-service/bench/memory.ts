/**
 * Benchmark of memory: `npm run bench -- memory`. A worker renews many subscriptions that are due at once; prints its
 * resident memory, objects, heap and buffers as it goes. Ends with status 1 if it ends with more than 30 MB above what
 * it held after the first thousand. `--due 50000` sets how many, `--cache 64` the megabytes of SQLite's page cache,
 * `--semi-space 0` those of V8's room for new objects (0: V8's own), `--engine sqlite` or `--engine postgres` leaves
 * the other one out.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase, type StorageConfig } from '../src/adapters/storage/storage.ts';
import { megabytes } from './accounts/words.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';
import { growthOf, type MemoryReading, rowsOf } from './memory/readings.ts';
import { openCounter } from './purchases/shop.ts';
import { openDue } from './renewals/due.ts';

const { values } = parseArgs({
  options: {
    due: { type: 'string', default: '50000' },
    cache: { type: 'string', default: '64' },
    'semi-space': { type: 'string', default: '0' },
    engine: { type: 'string' },
  },
});
/** The aim: bytes that a worker may hold above those of its first thousand renewals. */
const MOST_GROWTH = 30 * 2 ** 20;
const ROWS = 12;
const WORKER = fileURLToPath(new URL('memory/worker.ts', import.meta.url));

/** Returns whether the aim is met. */
const measure = async (name: string, config: StorageConfig): Promise<boolean> => {
  const counter = await openCounter(config);
  await counter.buy();
  await counter.close();
  const database = await openDatabase(config);
  await (await openDue(database))(1, Number(values.due));
  await database.close();
  const semiSpace = values['semi-space'] === '0' ? [] : [`--max-semi-space-size=${values['semi-space']}`];
  const worker = fork(WORKER, [config.dataDir, config.databaseUrl ?? '', values.cache], {
    execArgv: ['--expose-gc', ...semiSpace],
  });
  const [readings] = (await once(worker, 'message')) as [readonly MemoryReading[]];
  const growth = growthOf(readings);
  console.log(`${name}; page cache ${values.cache} MB; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  console.log(['renewed', 'resident', 'objects', 'heap', 'buffers'].map((title) => title.padStart(11)).join(' '));
  for (const row of rowsOf(readings, ROWS)) console.log(row);
  console.log(
    `from the first thousand to the end ${megabytes(growth)}: the aim is ${megabytes(MOST_GROWTH)} at most\n`,
  );
  return growth <= MOST_GROWTH;
};

const cleanup: (() => Promise<unknown>)[] = [];
try {
  const met: boolean[] = [];
  if (values.engine !== 'postgres') {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-memory-'));
    cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
    met.push(await measure('SQLite', { dataDir, databaseUrl: null }));
  }
  if (values.engine !== 'sqlite') {
    met.push(await measure('PostgreSQL', { dataDir: ':memory:', databaseUrl: await openBenchPostgres(cleanup) }));
  }
  if (!met.every(Boolean)) process.exitCode = 1;
} finally {
  for (const undo of cleanup) await undo();
}
