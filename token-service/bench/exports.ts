/**
 * Benchmark of exports: `npm run bench -- exports`. Fills a site as the benchmark of reports does, with 100,000
 * accounts and a million invoices, on both engines, and writes all files of a nightly export into a folder. Prints the
 * rows that are written a second, by the clock and by the CPU of process and server, and the memory of the process
 * until a tenth of the rows was written, and all of them. Ends with status 1 where it misses an aim. `--invoices 100000
 * --accounts 10000` fills fewer, `--engine sqlite` or `--engine postgres` leaves the other one out.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { ExportTarget } from '../src/adapters/exports/export-target.ts';
import { folderTarget } from '../src/adapters/exports/folder-target.ts';
import { openStorage, type StorageConfig } from '../src/adapters/storage/storage.ts';
import { openExporter } from '../src/composition/open-exporter.ts';
import { machineClock, openWorld } from '../src/runtime/world.ts';
import { megabytes } from './accounts/words.ts';
import { databaseCpu } from './console/cpu.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';
import { fillReports } from './reports/fill.ts';

/** The aims: rows a second of CPU, and how much more memory all rows may take than a tenth of them. */
const LEAST_ROWS = 20_000;
const MOST_GROWTH = 1.25;
/** Rows after which memory is read again. */
const STEP = 10_000;
const LINE_FEED = 10;
/** Each file has its columns first. */
const HEAD = -1;

const { values } = parseArgs({
  options: { accounts: { type: 'string' }, invoices: { type: 'string' }, engine: { type: 'string' } },
});
const size = { accounts: Number(values.accounts ?? 100_000), invoices: Number(values.invoices ?? 1_000_000) };
const cleanup: (() => Promise<unknown>)[] = [];

/** Counts the rows of files, and reads the memory of the process meanwhile. */
class Meter {
  rows = 0;
  readonly memory: { readonly rows: number; readonly bytes: number }[] = [];

  counting(): Transform {
    const meter = this;
    meter.rows += HEAD;
    return new Transform({
      transform(piece: Buffer, _encoding, done) {
        for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) meter.rows += 1;
        if (meter.rows >= (meter.memory.at(-1)?.rows ?? 0) + STEP) {
          meter.memory.push({ rows: meter.rows, bytes: process.memoryUsage().rss });
        }
        done(null, piece);
      },
    });
  }

  /** The highest reading until so many rows. */
  highest(until = this.rows): number {
    return Math.max(...this.memory.filter(({ rows }) => rows <= until).map(({ bytes }) => bytes), 0);
  }
}

/** Returns the aims that are missed. */
const measure = async (engine: string, config: StorageConfig): Promise<string[]> => {
  await fillReports(config, size);
  const folder = await mkdtemp(join(tmpdir(), 'bench-exports-'));
  cleanup.unshift(() => rm(folder, { recursive: true, force: true }));
  const opened = await openStorage(config, openWorld(machineClock));
  cleanup.unshift(() => opened.close());
  const site = await opened.sites.find('demo');
  if (!site) throw new Error('There is no demo site.');
  const meter = new Meter();
  const kept = folderTarget(folder);
  const target: ExportTarget = {
    ...kept,
    async put(path, content, signal) {
      const [began, before] = [performance.now(), meter.rows];
      const counting = meter.counting();
      await Promise.all([pipeline(content, counting), kept.put(path, counting, signal)]);
      const [seconds, rows] = [(performance.now() - began) / 1000, meter.rows - before];
      console.log(`${engine}, ${basename(path).padEnd(24)} ${words(rows, seconds)}`);
    },
  };
  const readDatabase = config.databaseUrl === null ? undefined : await databaseCpu(config.databaseUrl);
  const spent = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000 + (readDatabase?.() ?? 0) / 1000;
  };
  const [began, before] = [performance.now(), spent()];
  await openExporter(config, target).write(site, '2026-11-30', async () => {});
  const [seconds, cpu] = [(performance.now() - began) / 1000, spent() - before];
  const [early, highest] = [meter.highest(meter.rows / 10), meter.highest()];
  console.log(
    `${engine}, all files: ${words(meter.rows, seconds)}; ${words(meter.rows, cpu)} of CPU; ` +
      `memory ${megabytes(early)} until a tenth of the rows, at most ${megabytes(highest)}, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  return [
    ...(meter.rows / cpu < LEAST_ROWS ? [`fewer than ${LEAST_ROWS.toLocaleString('en')} rows on ${engine}`] : []),
    ...(highest > early * MOST_GROWTH ? [`growing memory on ${engine}`] : []),
  ];
};

const words = (rows: number, seconds: number): string =>
  `${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds).toLocaleString('en')} a second`;

try {
  const missed: string[] = [];
  if (values.engine !== 'postgres') {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-exports-'));
    cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
    missed.push(...(await measure('SQLite', { dataDir, databaseUrl: null })));
  }
  if (values.engine !== 'sqlite') {
    missed.push(
      ...(await measure('PostgreSQL', { dataDir: ':memory:', databaseUrl: await openBenchPostgres(cleanup) })),
    );
  }
  console.log(missed.length === 0 ? 'Both aims are met.' : `MISSED: ${missed.join(', ')}.`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  for (const undo of cleanup) await undo();
}
