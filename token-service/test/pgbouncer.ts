/** PgBouncer in front of a test's PostgreSQL, if the machine has it: one session of the server for each transaction. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../e2e/fixtures/free-ports.ts';

/** The program, which Debian installs where only root looks for it. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0);

/** Whether PgBouncer is installed here. */
export const hasPgBouncer = program !== undefined;

export interface Pooler {
  /** Returns the address of a database of the server behind it. */
  of(database: string): string;
  stop(): Promise<void>;
}

/** Sessions of the server for all clients of a database: fewer than one service would open. */
const SESSIONS = 4;

/** Starts PgBouncer in front of the server of an address. It trusts every client, as the tests' server does. */
export const startPgBouncer = async (server: string): Promise<Pooler> => {
  const { hostname, port: behind, username } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${behind} user=${username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${SESSIONS}`,
      'max_client_conn = 200',
    ].join('\n'),
  );
  // PgBouncer refuses to run as root; as another user it has to read the file.
  chmodSync(folder, 0o755);
  const child = await serving(settings);
  return {
    of(database) {
      const url = new URL(server);
      url.port = String(port);
      url.pathname = `/${database}`;
      return url.href;
    },
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const serving = (settings: string): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const user = process.getuid?.() === 0 ? ['-u', 'daemon'] : [];
    const child = spawn(program ?? '', [...user, settings], { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000);
      if (output.includes('process up')) resolve(child);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer did not start: ${output}`)));
    process.once('exit', () => child.kill('SIGKILL'));
  });
