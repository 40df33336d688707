import { readdirSync, readFileSync } from 'node:fs';
import type { Millis } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { type AppliedMigration, adoptionOf, isAdoptionMark } from './adoption.ts';
import type { Database, Queries } from './database.ts';
import { reportViews } from './exports/report-views.ts';
import { refuseContracted } from './overlap.ts';
import { assumeStatistics } from './sqlite-statistics.ts';

/** One step of the schema: `migrations/0101-sites.sql` is version 101. */
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

/** Returns the version of the schema that this release knows. */
export const knownSchema = (): number => Math.max(...knownMigrations().map(({ version }) => version));

/**
 * Migrates a database to the newest known version in one transaction; processes that start at once wait for each other.
 * A database that the next release has migrated is left as it is if this program can work with it. Throws
 * `OperatorTrouble` when it cannot, or when its migrations are not the first ones of this release.
 */
export const migrate = async (database: Database, now: Millis, migrations = knownMigrations()): Promise<void> => {
  refuseGaps(migrations);
  const dialect = database.engine === 'sqlite' ? forSqlite : (sql: string) => sql;
  const createTable = dialect(`CREATE TABLE IF NOT EXISTS migrations (
    version bigint PRIMARY KEY,
    name text NOT NULL,
    applied_at_ms bigint NOT NULL
  );`);
  // One process at a time: on PostgreSQL, IF NOT EXISTS does not keep two that create it at once from colliding.
  await database.transaction((queries) => queries.run(createTable), 'migrations', { serial: true });
  // A migration may change whole tables, and SQLite copies what it changes: too much to keep in memory.
  if (database.engine === 'sqlite') await database.get('PRAGMA temp_store = FILE');
  const migrating = async (queries: Queries): Promise<void> => {
    const run = async (sql: string): Promise<void> => {
      for (const statement of statementsOf(dialect(sql))) await queries.run(statement);
    };
    const record = ({ version, name }: AppliedMigration): Promise<number> =>
      queries.run('INSERT INTO migrations (version, name, applied_at_ms) VALUES ($1, $2, $3)', [version, name, now]);

    // Before the first read, because a serializable transaction keeps seeing that snapshot.
    if (database.engine === 'postgres') await queries.run('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
    const recorded = await appliedMigrations(queries);
    const adoption = adoptionOf(recorded, migrations);
    if (adoption) {
      await run(readFileSync(new URL(adoption.mark.name, folder), 'utf8'));
      await queries.run('DELETE FROM migrations');
      for (const migration of [adoption.mark, ...adoption.replacedBy]) await record(migration);
    }
    const applied = adoption?.replacedBy ?? recorded.filter((migration) => !isAdoptionMark(migration));
    refuseForeign(applied, migrations);
    const missing = migrations.slice(applied.length);
    const isChanged = adoption !== undefined || missing.length > 0;
    const views = reportViews(queries, database.engine);
    const reached = Math.max(0, ...[...applied, ...missing].map(({ version }) => version));
    // A database that the next release has migrated keeps the views of that release.
    const createViews =
      isChanged || (reached === knownSchema() && !(await views.areCurrent())) ? await views.drop() : undefined;
    for (const migration of missing) {
      await run(migration.sql);
      await record(migration);
    }
    if (reached === knownSchema()) await createViews?.();
    if (database.engine === 'sqlite' && isChanged) await assumeStatistics(queries);
  };
  await database.transaction(migrating, '', { slow: true });
  if (database.engine === 'sqlite') await database.get('PRAGMA temp_store = MEMORY');
};

/**
 * Throws `OperatorTrouble` unless the schema of a database is that of this release, where it must not be migrated.
 * Changes nothing.
 */
export const needMigrated = async (database: Database, migrations = knownMigrations()): Promise<void> => {
  const recorded = await appliedMigrations(database);
  const adoption = adoptionOf(recorded, migrations);
  const applied = recorded.filter((migration) => !isAdoptionMark(migration));
  if (!adoption) refuseForeign(applied, migrations);
  const [reached, newest] = [applied, migrations].map((all) => Math.max(0, ...all.map(({ version }) => version)));
  if (!adoption && applied.length === migrations.length) return;
  throw new OperatorTrouble(
    `READ_ONLY=1 migrates nothing: this database is at version ${reached}, and this program reads version ${newest}. ` +
      'Start the release that wrote it, or migrate a copy by starting this one once without READ_ONLY.',
  );
};

/** Returns whether a database has ever been migrated. Changes nothing. */
export const isMigrated = async (database: Database): Promise<boolean> => {
  const found =
    database.engine === 'sqlite'
      ? await database.get("SELECT name FROM sqlite_schema WHERE name = 'migrations'")
      : await database.get("SELECT 1 AS name WHERE to_regclass('migrations') IS NOT NULL");
  return found !== undefined;
};

/** Returns the migrations that a database has, the newest first. */
export const recordedMigrations = async (
  queries: Pick<Queries, 'all'>,
): Promise<readonly { readonly name: string; readonly applied_at_ms: Millis }[]> =>
  (await queries.all('SELECT name, applied_at_ms FROM migrations ORDER BY version DESC')).map(
    ({ name, applied_at_ms }) => ({ name: String(name), applied_at_ms: Number(applied_at_ms) }),
  );

const appliedMigrations = async (queries: Queries): Promise<readonly AppliedMigration[]> =>
  (await queries.all('SELECT version, name FROM migrations ORDER BY version')).map(({ version, name }) => ({
    version: Number(version),
    name: String(name),
  }));

/**
 * Throws when the numbers of the files are not consecutive, as in an incomplete copy of a release. Those of one feature
 * begin with a multiple of ten, so a gap before one is right.
 */
const refuseGaps = (migrations: readonly Migration[]): void => {
  for (const [place, { name, version }] of migrations.entries()) {
    const before = migrations[place - 1];
    if (!before || version === before.version + 1) continue;
    if (version > before.version && version % 10 === 0) continue;
    throw new OperatorTrouble(
      `The migrations of this program are not numbered one after the other: ${name} follows ${before.name}. Install it again.`,
    );
  }
};

/**
 * Throws unless the migrations of a database are the first ones of this release, so that the others continue them, or
 * continue these with some that this release can work with.
 */
const refuseForeign = (applied: readonly AppliedMigration[], migrations: readonly Migration[]): void => {
  const newest = Math.max(0, ...migrations.map(({ version }) => version));
  refuseContracted(
    applied.filter(({ version }) => version > newest),
    newest,
  );
  for (const [place, { version, name }] of applied.entries()) {
    if (version > newest) continue;
    const expected = migrations[place];
    if (expected?.name === name && expected.version === version) continue;
    const isKnown = migrations.some((known) => known.name === name && known.version === version);
    throw new OperatorTrouble(
      isKnown
        ? `This database lacks migration ${expected?.name}, although ${name} was applied. Restore a backup.`
        : `This database has migration ${name}, which this program does not know. Start the program that applied it, or restore a backup.`,
    );
  }
};

const statementsOf = (sql: string): string[] => sql.split(/;\s*$/m).filter((statement) => statement.trim() !== '');

/**
 * The differences between the dialects. SQLite compares text byte by byte by default, and adds no generated column that
 * is stored; a strict table rejects a value of the wrong type.
 */
const forSqlite = (sql: string): string =>
  sql
    .replaceAll(' COLLATE "C"', '')
    .replaceAll(/\b(bigint|boolean)\b/g, 'integer')
    .replaceAll(/\) STORED;$/gm, ') VIRTUAL;')
    .replaceAll(/^(\s*)\);$/gm, '$1) STRICT;');
