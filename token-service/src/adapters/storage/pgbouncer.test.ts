import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Failure } from '@service/billing/values/failure.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, testPostgres } from '../../../test/database.ts';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../../../test/pgbouncer.ts';
import { createDatabase } from '../../../test/postgres.ts';
import { machineClock } from '../../runtime/world.ts';
import { behavesLikeADatabase } from './database.contract.ts';
import type { Database, Queries } from './database.ts';
import { openPostgres } from './postgres.ts';
import { behavesLikeStorage } from './storage.contract.ts';
import { openDatabase, openStorage } from './storage.ts';
import { aSite } from './testing/samples.ts';

/** Locks of the database of a test: others of the same server have their own. */
const LOCKS =
  "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' " +
  'AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';

/** Hands each statement on when the one before was answered, and returns its address. */
const oneByOne = async (url: string): Promise<string> => {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const behind = connect(Number(port), hostname);
    for (const socket of [client, behind]) sockets.add(socket.on('error', () => {}));
    let waiting = Buffer.alloc(0);
    let isFree = true;
    let started = false;
    const forward = (): void => {
      while (isFree && waiting.length > 4) {
        const length = started ? 1 + waiting.readUInt32BE(1) : waiting.readUInt32BE(0);
        if (waiting.length < length) return;
        // A query, or the synchronization at the end of one.
        isFree = started && waiting[0] !== 0x51 && waiting[0] !== 0x53;
        started = true;
        behind.write(waiting.subarray(0, length));
        waiting = waiting.subarray(length);
      }
    };
    client.on('data', (said: Buffer) => {
      waiting = Buffer.concat([waiting, said]);
      forward();
    });
    behind.on('data', (said: Buffer) => {
      client.write(said);
      // The server is ready for the next query.
      if (said.length < 6 || said.at(-6) !== 0x5a) return;
      isFree = true;
      forward();
    });
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const here = new URL(url);
  here.port = String((listener.address() as AddressInfo).port);
  return here.href;
};

/** Addresses of one new database: through the pooler, and of the server itself. */
interface PooledDatabase {
  readonly databaseUrl: string;
  readonly databaseDirectUrl: string;
}

describe.runIf(hasPgBouncer)('PgBouncer in transaction mode', () => {
  let server: TestDatabase;
  let pooler: Pooler;
  const drops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await testPostgres();
    pooler = await startPgBouncer(server.url);
  });
  afterAll(async () => {
    await pooler.stop();
    for (const drop of drops) await drop();
    await server.close();
  });
  const emptyDatabase = async (): Promise<PooledDatabase> => {
    const name = `pooled_${crypto.randomUUID().replaceAll('-', '')}`;
    // A database of its own, because PgBouncer refuses the option that selects a schema.
    const { url, drop } = await createDatabase(server.url, name);
    const direct = new URL(url);
    direct.search = '';
    drops.push(drop);
    return { databaseUrl: pooler.of(name), databaseDirectUrl: direct.href };
  };

  describe('a database', () => {
    behavesLikeADatabase(async () => openPostgres((await emptyDatabase()).databaseUrl, undefined, { pooled: true }));
  });
  describe('storage', () => {
    behavesLikeStorage(async () => ({ dataDir: ':memory:', ...(await emptyDatabase()) }));
  });

  const opened = async (url: string): Promise<Database> => {
    const database = await openPostgres(url, undefined, { pooled: true });
    onTestFinished(() => database.close());
    return database;
  };
  /** Processes on one database with a counter, more than it has sessions, and the server itself. */
  const processes = async (way = async (url: string) => url) => {
    const { databaseUrl, databaseDirectUrl } = await emptyDatabase();
    const all = await Promise.all(Array.from({ length: 6 }, async () => opened(await way(databaseUrl))));
    const [one, other] = all as [Database, Database];
    const direct = new pg.Client({ connectionString: databaseDirectUrl });
    await direct.connect();
    onTestFinished(() => direct.end());
    await direct.query('CREATE TABLE counters (id text PRIMARY KEY, n bigint NOT NULL)');
    await direct.query("INSERT INTO counters VALUES ('a', 0)");
    const locks = async () => (await direct.query(LOCKS)).rowCount;
    return { all, one, other, direct, locks };
  };
  const databaseOf = async (client: pg.Client): Promise<string> =>
    (await client.query('SELECT current_database() AS name')).rows[0].name;
  const count = async (queries: Queries): Promise<void> => {
    const row = await queries.get("SELECT n FROM counters WHERE id = 'a'");
    await queries.run("UPDATE counters SET n = $1 WHERE id = 'a'", [Number(row?.n) + 1]);
  };

  test.each([
    ['as they are sent', async (url: string) => url],
    // The pooler may give the session to another client wherever it is between transactions.
    ['one after the answer to the other', oneByOne],
  ])('a queue is held by one process at a time, and no lock is left: statements %s', async (_how, way) => {
    const { one, other, all, direct, locks } = await processes(way);
    let runs = 0;
    const add = (database: Database) =>
      database.transaction(
        (queries) => {
          runs += 1;
          return count(queries);
        },
        'queue',
        { serial: true },
      );
    let isOver = false;
    const reading = all.slice(2).map(async (database) => {
      while (!isOver) await database.get('SELECT 1');
    });
    const added = Array.from({ length: 30 }, (_, index) => add(index % 2 === 0 ? one : other));
    await Promise.all(added).finally(() => {
      isOver = true;
    });
    await Promise.all(reading);
    expect((await direct.query('SELECT n FROM counters')).rows).toEqual([{ n: '30' }]);
    // None had to run again, as it would if it had not waited, or had not seen what was committed meanwhile.
    expect(runs).toBe(30);
    expect(await locks()).toBe(0);
    const sessions = await direct.query('SELECT 1 FROM pg_stat_activity WHERE datname = current_database()');
    expect(sessions.rowCount).toBeLessThanOrEqual(5);
  });

  test('conflicting transactions of several processes all happen, with statements that each session prepares anew', async () => {
    const { all, direct, locks } = await processes();
    await Promise.all(all.flatMap((database) => Array.from({ length: 5 }, () => database.transaction(count, 'queue'))));
    expect((await direct.query('SELECT n FROM counters')).rows).toEqual([{ n: '30' }]);
    expect(await locks()).toBe(0);
  });

  test('a transaction that fails, and a process that ends within one, leave no lock', async () => {
    const { one, other, direct, locks } = await processes();
    const failing = one.transaction(() => Promise.reject(new Failure('not_found')), 'queue', { serial: true });
    await expect(failing).rejects.toEqual(new Failure('not_found'));
    expect(await locks()).toBe(0);

    // As the adapter begins a transaction of a queue, and then its process ends.
    const ending = new pg.Client({ connectionString: pooler.of(await databaseOf(direct)) });
    ending.on('error', () => {});
    await ending.connect();
    for (const sql of ['BEGIN', "SELECT pg_advisory_lock(hashtext('queue'))", 'COMMIT AND CHAIN'])
      await ending.query(sql);
    expect(await locks()).toBe(1);
    const next = other.transaction(count, 'queue', { serial: true });
    ending.connection.stream.destroy();
    await next;
    expect((await direct.query('SELECT n FROM counters')).rows).toEqual([{ n: '1' }]);
    expect(await locks()).toBe(0);
  });

  test('a transaction has the limits of the service, and leaves none to the next client', async () => {
    const { one, other } = await processes();
    const limits =
      "SELECT current_setting('statement_timeout') AS a, current_setting('idle_in_transaction_session_timeout') AS b";
    for (const serial of [false, true]) {
      expect(await one.transaction((queries) => queries.get(limits), 'queue', { serial })).toEqual({
        a: '15s',
        b: '10s',
      });
    }
    expect(await one.transaction((queries) => queries.get(limits), '', { slow: true })).toMatchObject({ a: '0' });
    expect(await Promise.all(Array.from({ length: 8 }, () => other.get(limits)))).toEqual(
      Array(8).fill({ a: '0', b: '0' }),
    );
  });

  test('signals wake other processes through the server itself', async () => {
    const config = { dataDir: ':memory:', ...(await emptyDatabase()) };
    const [one, other] = [
      await openStorage(config, { clock: machineClock }),
      await openStorage(config, { clock: machineClock }),
    ];
    onTestFinished(async () => {
      await one.close();
      await other.close();
    });
    const listening = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<string>();
    // The first call, without a site, says that the connection listens.
    other.wakeSignal.listen((siteId) => (siteId === undefined ? listening.resolve() : woken.resolve(siteId)));
    await listening.promise;
    await one.wakeSignal.send(aSite(1).id);
    expect(await woken.promise).toBe(aSite(1).id);
  });

  test('a process that only reads uses the server itself', async () => {
    const config = { dataDir: ':memory:', ...(await emptyDatabase()) };
    await (await openStorage(config, { clock: machineClock })).close();
    const reading = await openDatabase({ ...config, readOnly: true });
    onTestFinished(() => reading.close());
    expect(reading.place).toBe(new URL(config.databaseDirectUrl).host + new URL(config.databaseDirectUrl).pathname);
    await expect(reading.run('DELETE FROM sites')).rejects.toEqual(new Failure('service_unavailable'));
  });
});
