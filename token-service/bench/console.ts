/**
 * Benchmark of the console: `npm run bench -- console search`. Fills a site with 100,000 accounts, each with a card and
 * a subscription, and as many invoices (`--invoices 1000000` for more), on both engines, and measures what operators
 * do. `--engine sqlite` or `--engine postgres` leaves the other one out. PostgreSQL is the server of `DATABASE_URL`, or
 * that of the tests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freshSchema, startPostgres } from '../test/postgres.ts';
import { MOST_SEARCH_MS, measureSearch } from './console/search.ts';

const PARTS = { search: measureSearch } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { accounts: { type: 'string' }, invoices: { type: 'string' }, engine: { type: 'string' } },
});
const [name = 'search'] = positionals;
const measure = PARTS[name as keyof typeof PARTS];
if (!measure) throw new Error(`There is no part "${name}". There are: ${Object.keys(PARTS).join(', ')}.`);
const size = { accounts: Number(values.accounts ?? 100_000), invoices: Number(values.invoices ?? 100_000) };

const cleanup: (() => Promise<unknown>)[] = [];

const onSqlite = async (): Promise<boolean> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-console-'));
  cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
  return measure('SQLite', { dataDir, databaseUrl: null }, size);
};

const onPostgres = async (): Promise<boolean> => {
  const given = process.env.DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres();
  cleanup.unshift(server.stop);
  const schema = await freshSchema(server.url);
  cleanup.unshift(schema.drop);
  return measure('PostgreSQL', { dataDir: ':memory:', databaseUrl: schema.url }, size);
};

try {
  const inTime: boolean[] = [];
  if (values.engine !== 'postgres') inTime.push(await onSqlite());
  if (values.engine !== 'sqlite') inTime.push(await onPostgres());
  const all = inTime.every(Boolean);
  console.log(`95 of 100 searches ${all ? 'end' : 'do NOT end'} within ${MOST_SEARCH_MS} ms.`);
  if (!all) process.exitCode = 1;
} finally {
  for (const undo of cleanup) await undo();
}
