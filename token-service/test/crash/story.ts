import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/storage/database.ts';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { type TestDatabase, testPostgres } from '../database.ts';
import { liftAttemptLimits } from '../money/ground.ts';
import { type ServiceProcess, startProcess } from '../process.ts';
import { differences, gatewayAccount, integrity, openIntents } from './aftermath.ts';
import { killUnderLoad, type Load } from './load.ts';
import { type Belief, openMerchant, send } from './merchant.ts';
import { type Visitor, visitor } from './visitor.ts';
import { cardAgain } from './writes.ts';

const MERCHANTS = 16;
/** Longer than the lease of a gateway call and of an idempotency key in progress. */
const LATER_MS = 121_000;

/** Milliseconds for one kill on a busy machine. */
const PATIENCE = 900_000;

interface Engine {
  readonly name: string;
  /** Settings of a service with an empty database, and its cleanup. */
  prepare(): Promise<{ readonly settings: Readonly<Record<string, string>>; clear(): Promise<void> }>;
}

const folder = () => mkdtemp(join(tmpdir(), 'crash-'));

const SQLITE: Engine = {
  name: 'SQLite',
  async prepare() {
    const DATA_DIR = await folder();
    return { settings: { DATA_DIR }, clear: () => rm(DATA_DIR, { recursive: true, force: true }) };
  },
};

const POSTGRES: Engine = {
  name: 'PostgreSQL',
  async prepare() {
    const server: TestDatabase = await testPostgres();
    return { settings: { DATABASE_URL: server.url }, clear: () => server.close() };
  },
};

/** Kills the service repeatedly while clients write, on each engine. */
export const survivesKills = (kills: number): void => {
  for (const engine of [SQLITE, POSTGRES]) {
    describe(`a service on ${engine.name}, killed while it writes`, () => survives(engine, kills));
  }
};

const survives = (engine: Engine, kills: number): void => {
  let prepared: Awaited<ReturnType<Engine['prepare']>>;
  let clockFile: string;
  let service: ServiceProcess;
  const merchants = Array.from({ length: MERCHANTS }, openMerchant);
  const beliefs = () => merchants.flatMap((merchant) => merchant.beliefs);
  let unrecordedBefore = 0;
  let underWay = 0;

  const start = async (): Promise<void> => {
    const env = { ...prepared.settings, TEST_CLOCK_FILE: clockFile, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
    service = await startProcess({ env });
  };
  /** Opened after the service, so that the service finds the files as the kill left them. */
  const inspect = async <T>(look: (database: Database) => Promise<T>): Promise<T> => {
    const { DATA_DIR = '', DATABASE_URL = null } = prepared.settings;
    const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
    return look(database).finally(() => database.close());
  };

  beforeAll(async () => {
    prepared = await engine.prepare();
    clockFile = join(await folder(), 'clock');
    await writeFile(clockFile, '0');
    await start();
    await inspect(liftAttemptLimits);
  });
  afterAll(async () => {
    await service?.stop();
    await prepared?.clear();
    if (clockFile) await rm(dirname(clockFile), { recursive: true, force: true });
  });

  test.each(Array.from({ length: kills }, (_, index) => index + 1))(
    'kill %i: what was answered is there, and nothing is half there',
    { timeout: PATIENCE },
    async (kill) => {
      const back = visitor(service);
      const answered = await killUnderLoad(
        service,
        merchants.map((merchant) => (load: Load) => merchant.keepWriting(back, load)),
        { answers: 40 + Math.random() * 200, milliseconds: Math.random() * 20 },
      );
      const cutOff = beliefs().filter(({ unanswered }) => unanswered);
      expect(answered).toBeGreaterThan(0);
      expect(cutOff.length).toBeGreaterThan(0);

      await writeFile(clockFile, String(kill * LATER_MS));
      await start();
      const { unrecorded } = await inspect(async (database) => {
        expect(await differences(visitor(service), database, beliefs())).toEqual([]);
        expect(await integrity(database)).toBe('ok');
        await expect.poll(() => openIntents(database), { timeout: 300_000 }).toBe(0);
        const { heldFunds, ...account } = await gatewayAccount(database);
        expect(heldFunds).toEqual([]);
        return account;
      });
      // A gateway call without a record must belong to a request that a client was still waiting for.
      const between = unrecorded - unrecordedBefore;
      unrecordedBefore = unrecorded;
      expect(between).toBeLessThanOrEqual(cutOff.length);

      const after = cutOff.filter(({ picture, unanswered }) => picture && picture === unanswered?.after).length;
      underWay += after + between;
      console.log(
        `${engine.name}, kill ${kill}: ${answered} writes answered; of ${cutOff.length} cut off, ${after} were done and ` +
          `${between} undone after the gateway was asked`,
      );
      await carryOn(visitor(service), cutOff);
    },
  );

  // Some kills may miss the few milliseconds between the steps of a write.
  if (kills >= 10) {
    test('some kills interrupted writes between two steps', () => expect(underWay).toBeGreaterThan(0));
  }

  test('the comparison detects records that were removed or changed directly in the database', async () => {
    const victims = beliefs().filter(({ picture }) => picture?.card && picture.addresses.length > 0);
    await inspect(async (database) => {
      for (const [index, table] of ['shipping_addresses', 'transactions', 'payment_methods'].entries()) {
        const victim = victims[index] as Belief;
        await database.run(
          `DELETE FROM ${table} WHERE account_id = (SELECT id FROM accounts WHERE account_code = $1)`,
          [victim.code],
        );
        expect(await differences(visitor(service), database, [victim])).toEqual([expect.stringContaining(victim.code)]);
      }
    });
  });
};

/** Interrupted clients repeat their writes, which open calls of the dead process must not block. */
const carryOn = async (back: Visitor, cutOff: readonly Belief[]): Promise<void> => {
  for (const belief of cutOff) {
    belief.unanswered = undefined;
    if (belief.picture?.state === 'closed') continue;
    await send(back, belief, await cardAgain(back, belief.code, belief.picture));
  }
};
