/** Databases with the current schema, made once and copied, because migrating takes longer than most tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../src/adapters/storage/database.ts';
import { migrate } from '../src/adapters/storage/migrate.ts';
import { openPostgres } from '../src/adapters/storage/postgres.ts';
import { openSqlite } from '../src/adapters/storage/sqlite.ts';
import { createDatabase, type PostgresServer, startPostgres } from './postgres.ts';

/** The database that tests copy. */
export const TEMPLATE = 'migrated';

/** Starts a PostgreSQL server whose database `TEMPLATE` has the current schema and no records. */
export const startMigratedPostgres = async (): Promise<PostgresServer> => {
  const server = await startPostgres();
  try {
    const database = await openPostgres((await createDatabase(server.url, TEMPLATE)).url);
    await migrate(database, 0);
    await database.close();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
};

/** Opens a new SQLite database in memory with the current schema and no records. */
export const migratedSqlite = async (): Promise<Database> => {
  image ??= migratedImage();
  return openSqlite(':memory:', { image: await image });
};

/** Shared by the test files of a worker. */
let image: Promise<Uint8Array> | undefined;

const migratedImage = async (): Promise<Uint8Array> => {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-'));
  try {
    const file = join(folder, 'billing.sqlite');
    const database = openSqlite(file);
    await migrate(database, 0);
    await database.close();
    const connection = new DatabaseSync(file);
    // A database in memory has no write-ahead log.
    connection.exec('PRAGMA journal_mode = DELETE');
    const bytes = connection.serialize();
    connection.close();
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
