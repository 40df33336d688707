import type { StorageConfig } from '../../src/adapters/storage/storage.ts';
import type { Usage } from '../accounts/probe.ts';
import { startProbed } from '../accounts/servers.ts';
import { databaseCpu } from './cpu.ts';
import type { Size } from './fill.ts';

/** CPU since a process began, in milliseconds, and memory in bytes. */
export interface ConsoleUsage extends Pick<Usage, 'rss' | 'heap'> {
  /** The time of the console; with SQLite, the database is within it. */
  readonly cpu: number;
  /** The time of the processes of PostgreSQL on this machine; 0 for any other database. */
  readonly database: number;
}

/** A console in a process of its own, with the owner of the demo site signed in. */
export interface MeasuredConsole {
  /** `SQLite` or `PostgreSQL`. */
  readonly engine: string;
  readonly size: Size;
  /** The number of times that each kind of page is asked for. */
  readonly rounds: number;
  /** Asks for a page, compressed; throws for an answer that is neither a page nor a redirection. */
  get(path: string): Promise<Response>;
  usage(collected?: boolean): Promise<ConsoleUsage>;
  /** Signs in again: files need a proof of identity that is at most five minutes old. */
  signIn(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a console on a filled storage, without a rate limit. */
export const serveConsole = async (
  config: StorageConfig,
  { engine, size, rounds }: Pick<MeasuredConsole, 'engine' | 'size' | 'rounds'>,
): Promise<MeasuredConsole> => {
  const { dataDir, databaseUrl } = config;
  const server = await startProbed(engine, '../../src/main.ts', ['CONSOLE_PORT'], {
    SERVE: 'console',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  });
  const readDatabase = databaseUrl === null ? undefined : await databaseCpu(databaseUrl);
  let cookie = '';
  return {
    engine,
    size,
    rounds,
    async get(path) {
      const headers = { Cookie: cookie, 'Accept-Encoding': 'br' };
      const response = await fetch(server.url + path, { redirect: 'manual', headers });
      if (response.status === 200) return response;
      const to = response.headers.get('location') ?? '';
      if (response.status === 303 && !/^\/(?:sign-in|prove)/.test(to)) return response;
      throw new Error(`GET ${path} answered ${response.status} ${to}: ${await response.text()}`);
    },
    async usage(collected = false) {
      const { cpu, rss, heap } = await server.ask(collected ? 'collected' : 'usage');
      return { cpu: cpu / 1000, rss, heap, database: readDatabase?.() ?? 0 };
    },
    async signIn() {
      const response = await fetch(`${server.url}/sign-in/demo`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(),
        headers: { Cookie: cookie, Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
      });
      if (response.status !== 303) throw new Error(`Signing in answered ${response.status}.`);
      cookie = response.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
    },
    stop: server.stop,
  };
};
