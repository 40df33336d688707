/**
 * Benchmark of the console: `npm run bench -- console`. Fills a site with 100,000 accounts, each with a card and a
 * subscription, and a million paid invoices (`--invoices 100000` for fewer), with two events of each, the receipts of
 * 90 days and an entry of the audit log for each one that was sold, on both engines, and measures over HTTP what
 * operators do, in a process that serves the console alone. `npm run bench -- console search lists` measures these
 * parts only. `--engine sqlite` or `--engine postgres` leaves the other one out. PostgreSQL is the server of
 * `DATABASE_URL`, or that of the tests. `--filled` measures a site that was filled before, in `DATA_DIR` or
 * `DATABASE_URL`. `--rounds 3` asks for each page three times.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { StorageConfig } from '../src/adapters/storage/storage.ts';
import { measureCustomer } from './console/customer.ts';
import { measureExport } from './console/export.ts';
import { fillConsole } from './console/fill.ts';
import { fillHistory } from './console/fill-history.ts';
import { measureHome } from './console/home.ts';
import { measureLists } from './console/lists.ts';
import { measureSearch } from './console/search.ts';
import { serveConsole } from './console/served.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';

const PARTS = {
  search: measureSearch,
  lists: measureLists,
  customer: measureCustomer,
  home: measureHome,
  export: measureExport,
} as const;
type Part = keyof typeof PARTS;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    accounts: { type: 'string' },
    invoices: { type: 'string' },
    engine: { type: 'string' },
    rounds: { type: 'string' },
    filled: { type: 'boolean' },
  },
});
const names = (positionals.length > 0 ? positionals : Object.keys(PARTS)) as Part[];
for (const name of names) {
  if (!PARTS[name]) throw new Error(`There is no part "${name}". There are: ${Object.keys(PARTS).join(', ')}.`);
}
const size = { accounts: Number(values.accounts ?? 100_000), invoices: Number(values.invoices ?? 1_000_000) };

const cleanup: (() => Promise<unknown>)[] = [];

/** Returns the parts that miss their aim. */
const measure = async (engine: string, config: StorageConfig): Promise<string[]> => {
  if (!values.filled) {
    const began = performance.now();
    await fillHistory(config, await fillConsole(config, size), size);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${engine}: ${size.accounts.toLocaleString('en')} accounts and ${size.invoices.toLocaleString('en')} invoices, filled in ${seconds} s\n`,
    );
  }
  const served = await serveConsole(config, { engine, size, rounds: Number(values.rounds ?? 30) });
  cleanup.unshift(served.stop);
  const missed: string[] = [];
  for (const name of names) if (!(await PARTS[name](served))) missed.push(`${name} on ${engine}`);
  return missed;
};

const onSqlite = async (): Promise<string[]> => {
  const given = values.filled ? process.env.DATA_DIR : undefined;
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'bench-console-')));
  if (!given) cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
  return measure('SQLite', { dataDir, databaseUrl: null });
};

const onPostgres = async (): Promise<string[]> => {
  const given = process.env.DATABASE_URL;
  if (values.filled && given) return measure('PostgreSQL', { dataDir: ':memory:', databaseUrl: given });
  return measure('PostgreSQL', { dataDir: ':memory:', databaseUrl: await openBenchPostgres(cleanup) });
};

try {
  const missed: string[] = [];
  if (values.engine !== 'postgres') missed.push(...(await onSqlite()));
  if (values.engine !== 'sqlite') missed.push(...(await onPostgres()));
  console.log(missed.length === 0 ? 'Everything is within the aims.' : `NOT within the aims: ${missed.join(', ')}.`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  for (const undo of cleanup) await undo();
}
