import { connect, createServer, type Socket } from 'node:net';
import { Failure, isUnavailable, Unanswered } from '@service/billing/values/failure.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, testPostgres } from '../../../test/database.ts';
import { freshSchema } from '../../../test/postgres.ts';
import { openProxy } from '../../http/proxy.fixture.ts';
import { machineClock, openWorld } from '../../runtime/world.ts';
import { behavesLikeADatabase } from './database.contract.ts';
import type { Database, Queries, Row, Value } from './database.ts';
import { watchDisk } from './disk-trouble.ts';
import { openFigures } from './figures.ts';
import { openPostgres } from './postgres.ts';
import { dueColumns, recordsOf } from './records/index.ts';
import { behavesLikeStorage } from './storage.contract.ts';
import { openStorage } from './storage.ts';
import { comparesInTheCollationOfIndexes } from './testing/collations.contract.ts';
import { canBeDistributed } from './testing/distribution.contract.ts';
import { recordingStatements } from './testing/recorded.ts';
import { aBillingInfo, anAccount, aPlan, aSite, aTransaction, id, NOON } from './testing/samples.ts';
import { aSubscription } from './testing/selling-samples.ts';
import { canBeSentTogether } from './testing/several.contract.ts';

let server: TestDatabase;
beforeAll(async () => {
  server = await testPostgres();
});
afterAll(() => server.close());

const drops: (() => Promise<void>)[] = [];
const emptySchema = async (): Promise<string> => {
  const schema = await freshSchema(server.url);
  drops.push(schema.drop);
  return schema.url;
};
afterAll(async () => {
  for (const drop of drops) await drop();
});

describe('PostgreSQL', () => {
  behavesLikeADatabase(async () => openPostgres(await emptySchema()));
});
describe('storage on PostgreSQL', () => {
  const statements = new Set<string>();
  let databaseUrl = '';
  behavesLikeStorage(
    async () => {
      const url = await emptySchema();
      databaseUrl ||= url;
      return { dataDir: ':memory:', databaseUrl: url };
    },
    (engine) => recordingStatements(engine, statements),
  );
  // Those of the migrations, which run before a database is distributed.
  beforeAll(() => statements.clear());

  canBeSentTogether(statements, () => databaseUrl);

  describe('distributed by site', () => {
    let engine: Database;
    beforeAll(async () => {
      engine = recordingStatements(await openPostgres(databaseUrl), statements);
      await openFigures(engine, machineClock, dueColumns(engine, machineClock))();
    });
    afterAll(() => engine.close());
    canBeDistributed(statements, () => engine);
    comparesInTheCollationOfIndexes(statements, () => engine);
  });
});

test('an empty database is trouble where one must exist, and stays empty', async () => {
  const databaseUrl = await emptySchema();
  const open = (mustExist: boolean) =>
    openStorage({ dataDir: 'data', databaseUrl, mustExist }, openWorld(machineClock));
  await expect(open(true)).rejects.toThrow(/^There is no database of the service at DATABASE_URL\. Set DATA_DIR or/);
  const engine = await openPostgres(databaseUrl);
  expect(await engine.get("SELECT to_regclass('migrations') AS found")).toEqual({ found: null });
  await engine.close();
  await (await open(false)).close();
  await (await open(true)).close();
});

describe('a server that cannot be used', () => {
  test.each([
    ['no server listens', 'postgres://me:hush@127.0.0.1:9/billing'],
    ['no such host', 'postgres://me:hush@database.invalid/billing'],
  ])('%s: one line says where, why and what to do, without the password', async (_why, url) => {
    const message = await openPostgres(url).then(String, (error: Error) => error.message);
    expect(message).toMatch(/^Cannot use the PostgreSQL database at .*\/billing \(.+\)\. Start it[^\n]*$/);
    expect(message).not.toContain('hush');
  });
});

const COUNT = 'SELECT count(*) AS n FROM things';
const ADD = 'INSERT INTO things (name) VALUES ($1)';
const END = 'SELECT pg_terminate_backend(pg_backend_pid())';

/** A listener on a port of its own, as an address. */
const listening = async (url: string, answer: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    answer(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const address = listener.address();
  const there = new URL(url);
  there.port = String(address && typeof address === 'object' ? address.port : 0);
  return there.href;
};

/** Hands on everything, but ends the connection instead of saying that something was committed. */
const hushingCommits = (url: string): Promise<string> =>
  listening(url, (client) => {
    const to = new URL(url);
    const behind = connect(Number(to.port), to.hostname).on('error', () => {});
    client.pipe(behind);
    behind.on('data', (said) => (said.includes('COMMIT\0') ? client.destroy() : client.write(said)));
    behind.on('close', () => client.destroy());
    client.on('close', () => behind.destroy());
  });

describe('a connection that ends', () => {
  const open = async (url: string): Promise<Database> => {
    const database = await openPostgres(url);
    onTestFinished(() => database.close());
    return database;
  };
  const withThings = async (): Promise<{ url: string; database: Database }> => {
    const url = await emptySchema();
    const database = await open(url);
    await database.run('CREATE TABLE things (name text PRIMARY KEY)');
    return { url, database };
  };
  const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
  const unavailable = new Failure('service_unavailable');

  test.each([[false], [true]])('before the commit has undone everything, and says so; serial: %s', async (serial) => {
    const { database } = await withThings();
    const cut = database.transaction(
      async (queries) => {
        await queries.write(ADD, ['a']);
        await queries.write(END);
        await queries.write(ADD, ['b']);
        await queries.get(COUNT);
      },
      'queue',
      { serial },
    );
    expect(await outcome(cut)).toEqual(unavailable);
    expect(await database.transaction((queries) => queries.get(COUNT), 'queue', { serial: true })).toEqual({ n: 0 });
  });

  test.each([[false], [true]])(
    'without an answer to the commit is no refusal, because it may have happened; serial: %s',
    async (serial) => {
      const { url, database } = await withThings();
      const hushed = await open(await hushingCommits(url));
      const added = await outcome(hushed.transaction((queries) => queries.write(ADD, ['a']), 'queue', { serial }));
      expect(added).toEqual(new Unanswered('The database did not answer a commit.'));
      expect(await database.get(COUNT)).toEqual({ n: 1 });
    },
  );

  test('after the commit undoes nothing, and the next in the queue goes on', async () => {
    const { url, database } = await withThings();
    // Found before the server's own function, because the schema is searched first.
    await database.run(
      "CREATE FUNCTION pg_advisory_unlock(integer) RETURNS boolean LANGUAGE sql AS 'SELECT pg_terminate_backend(pg_backend_pid())'",
    );
    const own = new URL(url);
    own.searchParams.set('options', `${own.searchParams.get('options')},pg_catalog`);
    const cut = await open(own.href);
    const add = (name: string) =>
      cut.transaction(
        async (queries) => {
          await queries.write(ADD, [name]);
          return name;
        },
        'queue',
        { serial: true },
      );
    expect(await Promise.all(['a', 'b', 'c'].map(add))).toEqual(['a', 'b', 'c']);
    expect(await database.transaction((queries) => queries.get(COUNT), 'queue', { serial: true })).toEqual({ n: 3 });
  });

  test('in the moment it is made does not end the process', async () => {
    const message = (type: string, body: string) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length + 4);
      return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
    };
    const ready = message('Z', 'I');
    const welcome = Buffer.concat([message('R', '\0\0\0\0'), ready]);
    const farewell = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');
    let made = 0;
    const address = await listening('postgres://me@127.0.0.1/billing', (socket) => {
      made += 1;
      // The first one answers what opening asks, and ends then; the others end at once.
      const answers = made === 1 ? [welcome, Buffer.concat([message('C', 'SELECT 1\0'), ready, farewell])] : [];
      socket.on('data', () => socket.write(answers.shift() ?? Buffer.concat([welcome, farewell])));
    });
    const database = await open(address);
    expect(await outcome(database.transaction((queries) => queries.get(COUNT)))).toEqual(unavailable);
    expect(made).toBe(2);
  });
});

test('a work that goes on after a query has failed is not said to be done', async () => {
  const database = await openPostgres(await emptySchema());
  const work = database.transaction(async (queries) => {
    await queries.run('CREATE TABLE things (name text PRIMARY KEY)');
    await queries.get('SELECT 1 / 0').catch(() => {});
  });
  await expect(work).rejects.toThrow('went on after a query had failed');
  await database.close();
});

test('a page of accounts looks up what it says of each, and does not read all there are', async () => {
  const url = await emptySchema();
  const storage = await openStorage({ dataDir: ':memory:', databaseUrl: url }, { clock: machineClock });
  await storage.sites.add(aSite(1));
  await storage.close();
  const database = await openPostgres(url);
  await database.run(
    'INSERT INTO accounts (site_id, id, account_code, state, tax_exempt, hosted_login_token, created_at, updated_at, custom_fields) ' +
      "SELECT $1, 'a' || n, 'a' || n, 'active', false, 'a' || n, n, n, '[]' FROM generate_series(1, 5000) n",
    [aSite(1).id],
  );
  await database.run('ANALYZE accounts');
  const plans: Promise<Row[]>[] = [];
  const explaining: Queries = {
    ...database,
    async all(sql, values) {
      plans.push(database.all(`EXPLAIN ${sql}`, values));
      return [];
    },
  };
  const { accounts } = recordsOf(explaining, aSite(1).id, machineClock);
  await accounts.list({ filter: {}, sort: 'created_at', order: 'asc', limit: 50 });
  const plan = (await Promise.all(plans)).flat().map((line) => String(line['QUERY PLAN']));
  expect(plan.join('\n')).toMatch(/Index Scan using accounts_by_creation on accounts r /);
  expect(plan.join('\n')).not.toMatch(/hashed|Seq Scan on accounts/);
  await database.close();
});

test('rare declines, actions and addresses are read from an index of their own, however many others there are', async () => {
  const url = await emptySchema();
  const storage = await openStorage({ dataDir: ':memory:', databaseUrl: url }, { clock: machineClock });
  await storage.sites.add(aSite(1));
  const records = storage.storage.of(aSite(1).id);
  const account = anAccount(1);
  await records.accounts.add(account);
  const error = { error_code: 'insufficient_funds', error_category: 'soft', gateway_error_code: null };
  await records.transactions.add(aTransaction(1, account, { status: 'declined', transaction_error: error }));
  await records.auditLog.append({
    ...{ id: id(1), at: NOON, actor: 'worker', correlation: id(1), address: null, changes: {} },
    ...{ action: 'order.completed', subject: 'a' },
  });
  await records.outbox.queue({
    id: id(1),
    kind: 'receipt',
    recipient: 'a@example.com',
    correlation: id(1),
    payload: { notes: 'x'.repeat(1800) },
  });
  await storage.close();
  const database = await openPostgres(url);
  for (const [table, key] of [
    ['outbox', 'id'],
    ['transactions', 'uuid'],
    ['audit_log', 'id'],
  ] as const) {
    const columns = Object.keys((await database.get(`SELECT * FROM ${table}`)) ?? {});
    const values = columns.map((column) => (column === key ? "'a' || n" : column));
    await database.run(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, 5000) n, ${table} r`,
    );
  }
  await database.run('ANALYZE transactions, audit_log, outbox');
  // As vacuum leaves it, which the snapshots of other tests keep from that.
  await database.run(
    "UPDATE pg_class SET relallvisible = relpages WHERE relname = 'outbox' AND relnamespace = current_schema()::regnamespace",
  );
  const plans: Promise<Row[]>[] = [];
  const explain = async (sql: string, values: readonly Value[] = []): Promise<Row[]> => {
    plans.push(database.all(`EXPLAIN ${sql}`, values));
    return [];
  };
  const explaining: Queries = {
    ...database,
    all: explain,
    get: async (sql, values) => (await explain(sql, values))[0],
  };
  const { transactions, auditLog, outbox } = recordsOf(explaining, aSite(1).id, machineClock);
  const listed = { sort: 'created_at', order: 'desc', limit: 50 } as const;
  await transactions.list({ ...listed, filter: { error_code: 'lost_card' } });
  await auditLog.list({ action: 'invoice.refunded' }, 50);
  await auditLog.count({ action: 'invoice' }, 10_001);
  await outbox.list({ recipient: 'ada' }, 51);
  const plan = (await Promise.all(plans))
    .flat()
    .map((line) => String(line['QUERY PLAN']))
    .join('\n');
  expect(plan).toMatch(
    /(Index|Bitmap Index) Scan using transactions_by_error|Bitmap Index Scan on transactions_by_error/,
  );
  expect(plan).toMatch(
    /Index (Only )?Scan (Backward )?using audit_log_by_action|Bitmap Index Scan on audit_log_by_action/,
  );
  expect(plan).toMatch(/Index Only Scan using outbox_by_address on outbox/);
  expect(plan).not.toMatch(/Seq Scan on (transactions|audit_log|outbox)/);
  await database.close();
});

test('the next due items are read from an index in the order in which they are due, however many there are', async () => {
  const url = await emptySchema();
  const storage = await openStorage({ dataDir: ':memory:', databaseUrl: url }, { clock: machineClock });
  await storage.sites.add(aSite(1));
  const records = storage.storage.of(aSite(1).id);
  const account = anAccount(1);
  await records.accounts.add(account);
  await records.plans.add(aPlan(1));
  await records.paymentMethods.save(aBillingInfo(account));
  await records.subscriptions.add(aSubscription(1, account, { current_period_ends_at: NOON }));
  await storage.close();
  const database = await openPostgres(url);
  // All are due, with cards that are valid for years.
  for (const [table, names] of [
    ['accounts', ['id', 'account_code', 'hosted_login_token']],
    ['payment_methods', ['id', 'account_id']],
    ['subscriptions', ['uuid', 'account_id']],
  ] as const) {
    const columns = Object.keys((await database.get(`SELECT * FROM ${table}`)) ?? {}).filter(
      (column) => !/^(?:folded|plain)_/.test(column),
    );
    const values = columns.map((column) => ((names as readonly string[]).includes(column) ? "'a' || n" : column));
    await database.run(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, 2000) n, ${table} r`,
    );
  }
  await database.run('ANALYZE payment_methods, subscriptions');
  const plans: Promise<Row[]>[] = [];
  const explaining: Queries = {
    ...database,
    async all(sql, values) {
      plans.push(database.all(`EXPLAIN ${sql}`, values));
      return [];
    },
  };
  const { subscriptions, paymentMethods } = recordsOf(explaining, aSite(1).id, machineClock);
  await Promise.all([subscriptions.atBoundary(NOON + 1, 100), paymentMethods.cardsToRemind(NOON + 1, 100)]);
  const plan = (await Promise.all(plans)).flat().map((line) => String(line['QUERY PLAN']));
  expect(plans).toHaveLength(1);
  expect(plan.join('\n')).toMatch(/Index Scan using subscriptions_boundary on subscriptions r /);
  expect(plan.join('\n')).toMatch(/Index Scan using payment_methods_expiry_reminders on payment_methods r/);
  expect(plan.join('\n')).not.toMatch(/Seq Scan on (subscriptions|payment_methods)|Sort Key: r\./);
  await database.close();
});

describe('an error of the server', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openPostgres(await emptySchema());
  });
  afterAll(() => database.close());
  const raised = (code: string) =>
    database
      .run(`DO $$ BEGIN RAISE EXCEPTION 'broken' USING ERRCODE = '${code}'; END $$`)
      .catch((error: unknown) => error);

  test.each(
    `08000 08001 08003 08004 08006 08007 08P01 25006 25P03 25P04 40003 53000 53100 53200 53300 53400 55P03 57000 57014
     57P01 57P02 57P03 57P04 57P05 58000 58030`.split(/\s+/),
  )('%s says that the server does not answer: the same statement may succeed later', async (code) => {
    const error = await raised(code);
    // A full disk is a trouble of its own, which is judged a layer above.
    if (code === '53100') expect(database.troubleOf(error)).toBe('full');
    else expect(error).toEqual(new Failure('service_unavailable'));
  });

  test.each(['22012', '23502', '25P02', '42P01', '55000', '58P01', 'XX000', 'XX001'])(
    '%s is no outage',
    async (code) => {
      expect(isUnavailable(await raised(code))).toBe(false);
    },
  );
});

test('a server that refuses to write, as a standby does, is said to, except to a process that only reads', async () => {
  const url = new URL(await emptySchema());
  const options = [url.searchParams.get('options'), '-c default_transaction_read_only=on'];
  url.searchParams.set('options', options.filter(Boolean).join(' '));
  for (const [use, found] of [
    [{}, 'read-only'],
    [{ readOnly: true }, undefined],
  ] as const) {
    const database = await openPostgres(url.href, 5000, use);
    onTestFinished(() => database.close());
    expect(await database.check()).toBe(found);
    expect(await watchDisk(database).health()).toBe(found);
  }
});

describe('a server that stands still', () => {
  const open = async () => {
    const proxy = await openProxy(await emptySchema());
    const database = await openPostgres(proxy.url, 1000);
    onTestFinished(async () => {
      await Promise.all([database.close(), proxy.stop()]);
    });
    await database.run('CREATE TABLE things (name text PRIMARY KEY)');
    return { proxy, database };
  };
  const refusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => error,
    );

  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['a read', (database) => database.get(COUNT)],
    ['a write', (database) => database.run(ADD, ['a'])],
    ['a transaction', (database) => database.transaction((queries) => queries.get(COUNT))],
    ['one in a queue', (database) => database.transaction((queries) => queries.get(COUNT), 'queue', { serial: true })],
    [
      'one in a group',
      (database) => database.transaction((queries) => queries.get(COUNT), 'queue', { serial: true, account: 'a' }),
    ],
  ])('%s is unavailable when its time is over, and what follows is at once', async (_what, ask) => {
    const { proxy, database } = await open();
    proxy.freeze();
    expect(await refusal(ask(database))).toEqual(new Failure('service_unavailable'));
    const before = proxy.sent();
    expect(await refusal(ask(database))).toEqual(new Failure('service_unavailable'));
    expect(proxy.sent()).toBe(before);
  });

  test('within a transaction: unavailable, or unanswered at the commit', async () => {
    const { proxy, database } = await open();
    const frozenAt = (where: 'read' | 'commit') =>
      refusal(
        database.transaction(async (queries) => {
          await queries.get(COUNT);
          proxy.freeze();
          if (where === 'read') await queries.get(COUNT);
        }),
      );
    expect(await frozenAt('read')).toEqual(new Failure('service_unavailable'));
    const other = await open();
    const committed = refusal(
      other.database.transaction(async (queries) => {
        await queries.run(ADD, ['a']);
        other.proxy.freeze();
      }),
    );
    expect(await committed).toBeInstanceOf(Unanswered);
  });

  test('gets no statement of a migration cut off', async () => {
    const { database } = await open();
    const slow = (queries: Queries) => queries.run('SELECT pg_sleep(1.4)');
    expect(await refusal(database.transaction(slow))).toEqual(new Failure('service_unavailable'));
    await expect.poll(() => refusal(database.get(COUNT)), { timeout: 25_000 }).toBe('done');
    expect(await refusal(database.transaction(slow, '', { slow: true }))).toBe('done');
  });
});
