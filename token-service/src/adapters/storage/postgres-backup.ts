import { spawn } from 'node:child_process';
import type { Millis } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import type { Database } from './database.ts';

/** Parameters of a connection that libpq also reads from the environment. */
const PARAMETERS = {
  host: 'PGHOST',
  port: 'PGPORT',
  sslmode: 'PGSSLMODE',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslrootcert: 'PGSSLROOTCERT',
  options: 'PGOPTIONS',
} as const;

/** A connection as variables of the environment: arguments can be seen by other users of the machine. */
const connectionOf = (databaseUrl: string): Record<string, string> => {
  const url = new URL(databaseUrl);
  const given = Object.entries(PARAMETERS).flatMap(([name, variable]) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [[variable, value] as const];
  });
  return {
    ...(url.hostname ? { PGHOST: decodeURIComponent(url.hostname) } : {}),
    ...(url.port ? { PGPORT: url.port } : {}),
    ...(url.username ? { PGUSER: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { PGPASSWORD: decodeURIComponent(url.password) } : {}),
    ...(url.pathname.length > 1 ? { PGDATABASE: decodeURIComponent(url.pathname.slice(1)) } : {}),
    ...Object.fromEntries(given),
  };
};

/** Runs a program of PostgreSQL, and returns what it prints. Throws `OperatorTrouble`. */
const run = (
  program: string,
  args: readonly string[],
  databaseUrl: string,
  path: string | undefined,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...connectionOf(databaseUrl), ...(path ? { PATH: path } : {}) } });
    const [out, errors]: [string[], string[]] = [[], []];
    child.stdout.on('data', (part) => out.push(String(part)));
    child.stderr.on('data', (part) => errors.push(String(part)));
    child.once('error', () =>
      reject(new OperatorTrouble(`${program} is not on the PATH: install the client programs of PostgreSQL.`)),
    );
    child.once('close', (status) => {
      if (status === 0) return resolve(out.join(''));
      const said = errors.join('').trim().split('\n').slice(-2).join(' ');
      const advice = said.includes('server version') ? ' Install one that is not older than the server.' : '';
      reject(new OperatorTrouble(`${program} failed: ${said}${advice}`));
    });
  });

const SCHEMA = 'SELECT current_schema() AS name';
const schemaOf = async (database: Database): Promise<string> => String((await database.get(SCHEMA))?.name ?? 'public');
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface PostgresBackup {
  readonly database: Database;
  readonly databaseUrl: string;
  /** The folders in which pg_dump and pg_restore are looked up. */
  readonly path: string | undefined;
}

/** Writes the tables of the service to a file in PostgreSQL's own format. Throws `OperatorTrouble`. */
export const backUpPostgres = async ({ database, databaseUrl, path }: PostgresBackup, file: string): Promise<void> => {
  const schema = `--schema=${quoted(await schemaOf(database))}`;
  await run(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', schema, `--file=${file}`],
    databaseUrl,
    path,
  );
};

const OTHERS =
  'SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ' +
  "AND backend_type = 'client backend' AND application_name NOT LIKE 'pg_%'";

/**
 * Restores a backup into the schema of a database. Returns the schema to which what was there is renamed; undefined
 * where nothing was. Throws `OperatorTrouble` for a database with data unless `replace`.
 */
export const restorePostgres = async (
  { database, databaseUrl, path }: PostgresBackup,
  file: string,
  { replace, now }: { readonly replace: boolean; readonly now: Millis },
): Promise<string | undefined> => {
  const entries = await run('pg_restore', ['--list', file], databaseUrl, path);
  const schema = await schemaOf(database);
  const isThere = (await database.get("SELECT to_regclass('sites') AS found"))?.found != null;
  const hasData = isThere && (await database.get('SELECT 1 AS one FROM sites LIMIT 1')) !== undefined;
  if (hasData && !replace) {
    throw new OperatorTrouble(`${database.place} has data: give --replace to put the backup in its place.`);
  }
  if (hasData && Number((await database.get(OTHERS))?.n ?? 0) > 0) {
    throw new OperatorTrouble(`Other processes are connected to ${database.place}: stop every process of the service.`);
  }
  const kept = `before_restore_${now}`;
  await database.run(`ALTER SCHEMA ${quoted(schema)} RENAME TO ${kept}`);
  const hasSchema = / SCHEMA - /.test(entries);
  try {
    if (!hasSchema) await database.run(`CREATE SCHEMA ${quoted(schema)}`);
    const into = `--dbname=${connectionOf(databaseUrl).PGDATABASE ?? 'postgres'}`;
    const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', into];
    await run('pg_restore', [...how, file], databaseUrl, path);
  } catch (error) {
    await database.run(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`);
    await database.run(`ALTER SCHEMA ${kept} RENAME TO ${quoted(schema)}`);
    throw error;
  }
  if (isThere) return kept;
  await database.run(`DROP SCHEMA ${kept} CASCADE`);
  return undefined;
};
