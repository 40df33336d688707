import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/adapters/storage/database.ts';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { runTool, type Tool } from '../../src/cli/tool.ts';
import type { ENGINES } from '../money/ground.ts';
import { type ServiceProcess, startProcess } from '../process.ts';
import { type Visitor, visitor } from './visitor.ts';

/** Longer than every lease that a killed process leaves behind. */
const LEASES_MS = 121_000;

/** A service in a process of its own, which a test kills and starts again on the same database. */
export interface Restarted {
  readonly apiUrl: string;
  readonly visitor: Visitor;
  /** Kills the process as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again, so many milliseconds later: by default after the leases of the killed one have ended. */
  start(later?: number): Promise<void>;
  /** Runs a command of the operator; throws unless it succeeds. */
  run(tool: Tool, ...args: readonly string[]): Promise<string>;
  /** Reads or changes the database directly. */
  inspect<T>(look: (database: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const openRestarted = async ({ prepare }: (typeof ENGINES)[number]): Promise<Restarted> => {
  const place = await prepare();
  const folder = await mkdtemp(join(tmpdir(), 'restarted-'));
  const clockFile = join(folder, 'clock');
  let offset = 0;
  const env = {
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : { DATA_DIR: place.dataDir }),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    TEST_CLOCK_FILE: clockFile,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  };
  let service: ServiceProcess;
  const start = async (later = LEASES_MS): Promise<void> => {
    offset += later;
    await writeFile(clockFile, String(offset));
    service = await startProcess({ env });
  };
  await start(0);
  return {
    get apiUrl() {
      return service.apiUrl;
    },
    get visitor() {
      return visitor(service);
    },
    kill: () => service.kill(),
    start,
    async run(tool, ...args) {
      const { status, text } = await runTool(tool, args, env);
      if (status !== 0) throw new Error(text);
      return text;
    },
    async inspect(look) {
      const database = await openDatabase(place);
      return look(database).finally(() => database.close());
    },
    async close() {
      await service.stop();
      await place.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
