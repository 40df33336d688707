import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { testPostgres } from '../database.ts';
import { type ServiceProcess, startProcess } from '../process.ts';

/** A site of the attacked service, created on the command line. */
export interface AttackedSite {
  readonly privateKey: string;
  readonly publicKey: string;
}

/**
 * A service in a separate process, with an embedded database on disk or, with `ENGINE=postgres`, on PostgreSQL. It is
 * behind a reverse proxy on this machine: clients choose their address with a header.
 */
export interface Target {
  readonly service: ServiceProcess;
  openSite(subdomain: string, ...settings: readonly string[]): Promise<AttackedSite>;
  /** Returns how often the gateway was called for a site so far. */
  gatewayCalls(subdomain: string): Promise<number>;
  /** Everything the service has logged. */
  log(): string;
  close(): Promise<void>;
}

const CLI = fileURLToPath(new URL('../../src/cli/site.ts', import.meta.url));

export const openTarget = async (): Promise<Target> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'attack-'));
  const postgres = process.env.ENGINE === 'postgres' ? await testPostgres() : undefined;
  const env = {
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '1000000',
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  const service = await startProcess({ env });
  const log: string[] = [];
  service.child.stdout?.on('data', (text: string) => log.push(text));
  return {
    service,
    async openSite(subdomain, ...settings) {
      const args = [CLI, 'create', subdomain, ...settings];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
      const key = (kind: string): string => new RegExp(`${kind} key +(\\S+)`).exec(stdout)?.[1] ?? '';
      return { privateKey: key('private'), publicKey: key('public') };
    },
    async gatewayCalls(subdomain) {
      const database = await openDatabase({ dataDir, databaseUrl: postgres?.url ?? null });
      const row = await database.get(
        "SELECT count(*) AS n FROM gateway_log WHERE key LIKE (SELECT id FROM sites WHERE subdomain = $1) || '/%'",
        [subdomain],
      );
      await database.close();
      return Number(row?.n);
    },
    log: () => log.join(''),
    async close() {
      await service.stop();
      await postgres?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
