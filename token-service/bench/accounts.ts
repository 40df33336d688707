/**
 * Benchmark of accounts. Pages through a site with 100,000 accounts and expects the last pages to take at most twice as
 * long as the first ones, with flat memory. Then compares each kind of request with a bare `node:http` server that
 * reads and sends as many bytes, on both engines.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshSchema, startPostgres } from '../test/postgres.ts';
import { costs } from './accounts/cost.ts';
import { paging } from './accounts/paging.ts';
import { kinds } from './accounts/requests.ts';
import { seed } from './accounts/seed.ts';
import { startBare, startService } from './accounts/servers.ts';
import { megabytes } from './accounts/words.ts';

const ACCOUNTS = 100_000;
/** Enough for PostgreSQL: a page reads 200 index rows, whatever the number of accounts. */
const FEWER = 10_000;

const LEGEND = `
ratio       CPU of a request over that of the bare server in the same round; of PostgreSQL's own work
            nothing is in it
p50, p99    from request to whole answer, which waits for the other requests under way
memory      of the server process at the end
PostgreSQL  is the one of the tests, which does not wait for the disk, unless DATABASE_URL names another`;

const cleanup: (() => Promise<unknown>)[] = [];

/** Returns an empty schema on `DATABASE_URL`, else on the server of the tests; undefined where none can be started. */
const postgres = async (): Promise<string | undefined> => {
  try {
    const given = process.env.DATABASE_URL;
    const server = given ? { url: given, stop: async () => {} } : await startPostgres();
    cleanup.unshift(server.stop);
    const schema = await freshSchema(server.url);
    cleanup.unshift(schema.drop);
    return schema.url;
  } catch (error) {
    console.log(`PostgreSQL is left out: ${(error as Error).message}\n`);
    return undefined;
  }
};

const run = async (): Promise<boolean> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-accounts-'));
  cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
  const began = performance.now();
  await seed({ dataDir, databaseUrl: null }, ACCOUNTS);
  const seconds = (performance.now() - began) / 1000;
  const { size } = await stat(join(dataDir, 'billing.sqlite'));
  console.log(`${ACCOUNTS} accounts in SQLite, ${megabytes(size)}, written in ${seconds.toFixed(1)} s\n`);

  const sqlite = await startService('SQLite', { DATA_DIR: dataDir, DATABASE_URL: '' });
  cleanup.unshift(sqlite.stop);
  const steady = await paging(sqlite, ACCOUNTS);

  const services = [sqlite];
  const databaseUrl = await postgres();
  if (databaseUrl) {
    await seed({ dataDir, databaseUrl }, FEWER);
    const service = await startService('PostgreSQL', { DATABASE_URL: databaseUrl });
    cleanup.unshift(service.stop);
    services.push(service);
  }
  const bare = await startBare();
  cleanup.unshift(bare.stop);
  await costs(bare, services, kinds(FEWER));
  console.log(LEGEND);
  return steady;
};

try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const undo of cleanup) await undo();
}
