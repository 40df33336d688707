import { readdirSync, readFileSync } from 'node:fs';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import type { Database, Queries } from './database.ts';
import { assumeStatistics } from './sqlite-statistics.ts';

/** One step of the schema: `migrations/0001-foundation.sql` is version 1. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

const folder = new URL('./migrations/', import.meta.url);

/** Every migration of this release, oldest first. */
export const knownMigrations = (): readonly Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      version: Number.parseInt(file, 10),
      name: file,
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }));

/**
 * Migrates a database to the newest known version in one transaction; processes that start at once wait for each other.
 * Throws `OperatorTrouble` when a newer release has already migrated it further.
 */
export const migrate = async (database: Database, now: number, migrations = knownMigrations()): Promise<void> => {
  const dialect = database.engine === 'sqlite' ? forSqlite : (sql: string) => sql;
  await database.transaction(async (queries) => {
    await queries.run(
      dialect(`CREATE TABLE IF NOT EXISTS migrations (
        version bigint PRIMARY KEY,
        name text NOT NULL,
        applied_at_ms bigint NOT NULL
      );`),
    );
  });
  // A migration may change whole tables, and SQLite copies what it changes: too much to keep in memory.
  if (database.engine === 'sqlite') await database.get('PRAGMA temp_store = FILE');
  const migrating = async (queries: Queries): Promise<void> => {
    // Before the first read, because a serializable transaction keeps seeing that snapshot.
    if (database.engine === 'postgres') await queries.run('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
    const applied = await appliedVersions(queries);
    refuseNewer(Math.max(0, ...applied), migrations);
    // Numbers of branches that were made side by side may arrive in any order.
    const missing = migrations.filter(({ version }) => !applied.has(version));
    for (const migration of missing) {
      for (const statement of statementsOf(dialect(migration.sql))) await queries.run(statement);
      await queries.run('INSERT INTO migrations (version, name, applied_at_ms) VALUES ($1, $2, $3)', [
        migration.version,
        migration.name,
        now,
      ]);
    }
    if (database.engine === 'sqlite' && missing.length > 0) await assumeStatistics(queries);
  };
  await database.transaction(migrating, '', { slow: true });
  if (database.engine === 'sqlite') await database.get('PRAGMA temp_store = MEMORY');
};

/** Returns whether a database has ever been migrated. Changes nothing. */
export const isMigrated = async (database: Database): Promise<boolean> => {
  const found =
    database.engine === 'sqlite'
      ? await database.get("SELECT name FROM sqlite_schema WHERE name = 'migrations'")
      : await database.get("SELECT 1 AS name WHERE to_regclass('migrations') IS NOT NULL");
  return found !== undefined;
};

const appliedVersions = async (queries: Queries): Promise<ReadonlySet<number>> =>
  new Set((await queries.all('SELECT version FROM migrations')).map(({ version }) => Number(version)));

const refuseNewer = (reached: number, migrations: readonly Migration[]): void => {
  const newest = Math.max(0, ...migrations.map(({ version }) => version));
  if (reached <= newest) return;
  throw new OperatorTrouble(
    `This database is at version ${reached} and this program knows versions up to ${newest}. Start the newer program, or restore a backup from before it ran.`,
  );
};

const statementsOf = (sql: string): string[] => sql.split(/;\s*$/m).filter((statement) => statement.trim() !== '');

/**
 * The differences between the dialects. SQLite compares text byte by byte by default; a strict table rejects a value of
 * the wrong type.
 */
const forSqlite = (sql: string): string =>
  sql
    .replaceAll(' COLLATE "C"', '')
    .replaceAll(/\b(bigint|boolean)\b/g, 'integer')
    .replaceAll(/^(\s*)\);$/gm, '$1) STRICT;');
