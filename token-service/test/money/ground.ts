import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Millis } from '@service/billing/values/time.ts';
import type { Database } from '../../src/adapters/storage/database.ts';
import { openPostgres } from '../../src/adapters/storage/postgres.ts';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { testPostgres } from '../database.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../service.ts';

/** A service and its database, for inspection. */
export interface Ground {
  readonly service: TestService;
  readonly database: Database;
  close(): Promise<void>;
}

/** An empty database of an engine, and its cleanup. */
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  clear(): Promise<void>;
}

export const ENGINES: readonly { readonly name: string; prepare(): Promise<Place> }[] = [
  {
    name: 'SQLite',
    async prepare() {
      const dataDir = await mkdtemp(join(tmpdir(), 'money-'));
      return { dataDir, databaseUrl: null, clear: () => rm(dataDir, { recursive: true, force: true }) };
    },
  },
  {
    name: 'PostgreSQL',
    async prepare() {
      const { url, close } = await testPostgres();
      return { dataDir: ':memory:', databaseUrl: url, clear: close };
    },
  },
];

/**
 * Removes the attempt limits: random clients decline the same few test cards more often than the limits allow. Other
 * tests cover the limits.
 */
export const liftAttemptLimits = (database: Database): Promise<unknown> =>
  database.run('UPDATE sites SET attempts_per_hour = NULL, attempts_per_card = NULL, attempts_per_address = NULL');

export interface GroundOptions extends Omit<TestServiceOptions, 'databaseUrl' | 'database'> {
  /** Milliseconds that a database server has for a statement; by default, those of production. */
  readonly statementMs?: Millis | undefined;
}

/** Starts a service in this process on an empty database of an engine. */
export const openGround = async (
  { prepare }: (typeof ENGINES)[number],
  { statementMs, ...options }: GroundOptions = {},
): Promise<Ground> => {
  const place = await prepare();
  const connect = () => (place.databaseUrl ? openPostgres(place.databaseUrl, statementMs) : openDatabase(place));
  const service = await startTestService({
    ...options,
    ...(place.databaseUrl && statementMs !== undefined ? { database: await connect() } : {}),
    ...(place.databaseUrl === null ? {} : { databaseUrl: place.databaseUrl }),
    env: { RATE_LIMIT: 'off', DATA_DIR: place.dataDir, ...options.env },
  });
  const database = await connect();
  await liftAttemptLimits(database);
  return {
    service,
    database,
    async close() {
      await database.close();
      await service.close();
      await place.clear();
    },
  };
};
