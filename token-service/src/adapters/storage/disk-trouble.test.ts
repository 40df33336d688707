import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '@service/billing/values/failure.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, testPostgres } from '../../../test/database.ts';
import { freshSchema } from '../../../test/postgres.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { machineClock } from '../../runtime/world.ts';
import type { Database } from './database.ts';
import { watchDisk } from './disk-trouble.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { openStorage } from './storage.ts';

const unavailable = new Failure('service_unavailable');
const ADD = 'INSERT INTO things (name) VALUES ($1)';
const LARGE = 'large'.repeat(10_000);

const withThings = async (engine: Database): Promise<Database> => {
  onTestFinished(() => engine.close());
  await migrate(engine, machineClock.now());
  await engine.run('CREATE TABLE things (name text)');
  return engine;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A closed database with everything in its main file. */
const onFile = async (): Promise<string> => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  await (await openStorage({ dataDir, databaseUrl: null }, { clock: machineClock })).close();
  return join(dataDir, 'billing.sqlite');
};

const PAGE = 4096;

const overwrite = (file: string, from: number, to: number): void => {
  const open = openSync(file, 'r+');
  writeSync(open, Buffer.alloc(to - from, 0xa5), 0, to - from, from);
  closeSync(open);
};

describe('SQLite on a full disk', () => {
  test('rejects writes, allows reads, reports it, and recovers when space is free again', async () => {
    const engine = await withThings(openSqlite(':memory:'));
    const database = watchDisk(engine);
    expect(await database.health()).toBeUndefined();

    const { pages } = (await engine.get('SELECT page_count AS pages FROM pragma_page_count')) ?? {};
    await engine.get(`PRAGMA max_page_count = ${pages}`);
    await expect(database.run(ADD, [LARGE])).rejects.toEqual(unavailable);
    await expect(database.transaction((queries) => queries.write(ADD, [LARGE]))).rejects.toEqual(unavailable);
    expect(await database.get('SELECT count(*) AS n FROM things')).toEqual({ n: 0 });
    expect(await database.health()).toBe('full');
    expect(await database.health()).toBe('full');

    await engine.get('PRAGMA max_page_count = 1000000');
    expect(await database.health()).toBeUndefined();
    await database.run(ADD, [LARGE]);
    expect(await database.get('SELECT count(*) AS n FROM things')).toEqual({ n: 1 });
    expect(await database.get('SELECT count(*) AS n FROM migrations WHERE version < 0')).toEqual({ n: 0 });
  });

  test('is noticed before a write fails, if the free space is known', async () => {
    const engine = await withThings(openSqlite(':memory:'));
    const database = watchDisk({ ...engine, isNearlyFull: async () => true });
    expect(await database.health()).toBeUndefined();
    const { pages } = (await engine.get('SELECT page_count AS pages FROM pragma_page_count')) ?? {};
    // The pages that the first attempt released are used up, too.
    await engine.get(`PRAGMA max_page_count = ${pages}`);
    await engine.run('DELETE FROM things');
    while (await engine.run(ADD, [LARGE]).catch(() => 0));
    expect(await database.health()).toBe('full');
  });
});

describe('a corrupt SQLite file', () => {
  const opening = (file: string) =>
    openStorage({ dataDir: join(file, '..'), databaseUrl: null }, { clock: machineClock }).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );
  const refusal = (file: string) =>
    new RegExp(`^The database ${file} is corrupt \\([^\\n]+\\)\\. Stop [^\\n]*restore it from a backup[^\\n]*$`);

  test.each<[string, (file: string) => void]>([
    ['is no database', (file) => writeFileSync(file, 'Dear database, '.repeat(1000))],
    ['lost its header', (file) => overwrite(file, 0, 100)],
    ['has a damaged page', (file) => overwrite(file, 4 * PAGE, 5 * PAGE)],
    ['was cut short', (file) => writeFileSync(file, readFileSync(file).subarray(0, 8 * PAGE))],
  ])('that %s ends startup with a one-line message to restore it', async (_what, damage) => {
    const file = await onFile();
    damage(file);
    const error = await opening(file);
    expect(error).toBeInstanceOf(OperatorTrouble);
    expect((error as Error).message).toMatch(refusal(file));
  });

  test('is reported from the first query that meets the damage until the process ends', async () => {
    const file = await onFile();
    const engine = openSqlite(file);
    onTestFinished(() => engine.close());
    const database = watchDisk(engine);
    expect(await database.health()).toBeUndefined();
    // Everything but the header and the schema's first page, and none of it is in memory.
    overwrite(file, PAGE, statSync(file).size);
    await engine.get('PRAGMA shrink_memory');
    await expect(database.all('SELECT * FROM accounts')).rejects.toThrow('malformed');
    expect(await database.health()).toBe('corrupt');
    expect(await database.health()).toBe('corrupt');
  });

  test('is reported without any query, once its header is gone', async () => {
    const file = await onFile();
    const engine = openSqlite(file);
    onTestFinished(() => engine.close());
    const database = watchDisk(engine);
    overwrite(file, 0, 100);
    expect(await database.health()).toBe('corrupt');
  });

  test('is reported without any query, some time after a page that is in memory was damaged', async () => {
    const file = await onFile();
    const engine = openSqlite(file, { checkEvery: 0 });
    onTestFinished(() => engine.close());
    const database = watchDisk(engine);
    overwrite(file, 8 * PAGE, 9 * PAGE);
    while ((await database.health()) !== 'corrupt');
    expect(await database.all('SELECT * FROM accounts')).toEqual([]);
  });

  test('is found in the background in a file that is too large to be checked at startup', async () => {
    const file = await onFile();
    overwrite(file, 8 * PAGE, 9 * PAGE);
    const engine = openSqlite(file, { checkedAtStart: 0 });
    onTestFinished(() => engine.close());
    const database = watchDisk(engine);
    while ((await database.health()) !== 'corrupt');
  });

  test('is not seen in a large file that is sound', async () => {
    const file = await onFile();
    const engine = openSqlite(file, { checkedAtStart: 0, checkEvery: 0 });
    onTestFinished(() => engine.close());
    const database = watchDisk(engine);
    for (let times = 0; times < 20; times++) expect(await database.health()).toBeUndefined();
  });

  test('is not confused with a sound one, however often that is checked', async () => {
    const file = await onFile();
    const engine = openSqlite(file, { checkEvery: 0 });
    onTestFinished(() => engine.close());
    const database = watchDisk(engine);
    for (let times = 0; times < 20; times++) expect(await database.health()).toBeUndefined();
  });
});

describe('PostgreSQL', () => {
  let server: TestDatabase;
  beforeAll(async () => {
    server = await testPostgres();
  });
  afterAll(() => server.close());

  const failOnInsert = async (engine: Database, table: string, code: string): Promise<void> => {
    await engine.run(
      `CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'disk' USING ERRCODE = '${code}'; END $$`,
    );
    await engine.run(`CREATE TRIGGER broken BEFORE INSERT ON ${table} EXECUTE FUNCTION fail()`);
  };

  /** Every insert into a table fails with this code, as if the disk beneath were in that state, until `repair`. */
  const failing = async (code: string) => {
    const schema = await freshSchema(server.url);
    onTestFinished(() => schema.drop());
    const engine = await withThings(await openPostgres(schema.url));
    for (const table of ['things', 'migrations']) await failOnInsert(engine, table, code);
    const repair = async () => {
      for (const table of ['things', 'migrations']) await engine.run(`DROP TRIGGER broken ON ${table}`);
    };
    return { database: watchDisk(engine), repair };
  };

  test('on a full disk rejects writes, allows reads, reports it, and recovers when space is free again', async () => {
    const { database, repair } = await failing('53100');
    expect(await database.health()).toBeUndefined();
    await expect(database.run(ADD, ['a'])).rejects.toEqual(unavailable);
    await expect(database.transaction((queries) => queries.write(ADD, ['a']))).rejects.toEqual(unavailable);
    expect(await database.get('SELECT count(*) AS n FROM things')).toEqual({ n: 0 });
    expect(await database.health()).toBe('full');
    await repair();
    expect(await database.health()).toBeUndefined();
    await database.run(ADD, ['a']);
    expect(await database.get('SELECT count(*) AS n FROM migrations WHERE version < 0')).toEqual({ n: 0 });
  });

  test.each(['XX001', 'XX002', '58P01'])('that is corrupt (%s) is reported until the process ends', async (code) => {
    const { database, repair } = await failing(code);
    await expect(database.run(ADD, ['a'])).rejects.toThrow('disk');
    expect(await database.health()).toBe('corrupt');
    await repair();
    expect(await database.health()).toBe('corrupt');
  });

  test.each([
    ['XX001', /^The database 127\.0\.0\.1[^ ]* is corrupt \([^\n]+\)\. [^\n]*restore it from a backup[^\n]*$/],
    ['53100', /^The disk of the database 127\.0\.0\.1[^ ]* is full \([^\n]+\)\. Free some space[^\n]*$/],
  ])('that fails with %s ends startup with one line', async (code, message) => {
    const schema = await freshSchema(server.url);
    onTestFinished(() => schema.drop());
    const engine = await openPostgres(schema.url);
    await engine.run('CREATE TABLE migrations (version bigint PRIMARY KEY, name text, applied_at_ms bigint)');
    await failOnInsert(engine, 'migrations', code);
    await engine.close();
    const error = await openStorage({ dataDir: ':memory:', databaseUrl: schema.url }, { clock: machineClock }).then(
      () => expect.unreachable(),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OperatorTrouble);
    expect((error as Error).message).toMatch(message);
  });
});
