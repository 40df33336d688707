import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { behavesLikeADatabase } from './database.contract.ts';
import type { Queries } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import { behavesLikeStorage } from './storage.contract.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('SQLite in a file', () => {
  behavesLikeADatabase(async () => openSqlite(join(folder, 'contract.sqlite')));
});
describe('SQLite in memory', () => {
  behavesLikeADatabase(async () => openSqlite(':memory:'));
});
describe('storage on SQLite', () => {
  behavesLikeStorage(async () => ({
    dataDir: join(mkdtempSync(join(folder, 'data-')), 'new folder'),
    databaseUrl: null,
  }));
});

describe('one file', () => {
  test('is shared by two processes: each waits for the other and sees what it committed', async () => {
    const file = join(folder, 'shared.sqlite');
    const [one, two] = [openSqlite(file), openSqlite(file)];
    await one.run('CREATE TABLE turns (who text)');
    const take = (database: typeof one, who: string) => () =>
      database.run('INSERT INTO turns (who) VALUES ($1)', [who]);
    await Promise.all(Array.from({ length: 50 }, () => [take(one, 'one')(), take(two, 'two')()]).flat());
    expect(await two.all('SELECT who, count(*) AS n FROM turns GROUP BY who ORDER BY who')).toEqual([
      { who: 'one', n: 50 },
      { who: 'two', n: 50 },
    ]);
    await Promise.all([one.close(), two.close()]);
  });

  /** The permissions of every file in a folder, by name. */
  const modes = (inside: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(inside).map((name) => [name, (statSync(join(inside, name)).mode & 0o777).toString(8)]),
    );

  test('is read from one snapshot until the next event, and from then on as others have committed it', async () => {
    const file = join(folder, 'snapshots.sqlite');
    const database = openSqlite(file);
    await database.run('CREATE TABLE things (name text)');
    const other = new DatabaseSync(file);
    const count = async () => (await database.get('SELECT count(*) AS n FROM things'))?.n;
    const counts = [await count()];
    other.exec("INSERT INTO things VALUES ('a')");
    counts.push(await count());
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(await count());
    expect(counts).toEqual([0, 0, 1]);
    // A checkpoint is refused while this connection reads.
    expect(await database.get('PRAGMA wal_checkpoint(TRUNCATE)')).toEqual({ busy: 0, log: 0, checkpointed: 0 });
    await database.run("INSERT INTO things VALUES ('b')");
    expect(await count()).toBe(2);
    await database.close();
    other.close();
  });

  test('that is closed while it is read is closed', async () => {
    const database = openSqlite(join(folder, 'closing.sqlite'));
    const read = database.get('SELECT 1 AS one');
    await database.close();
    expect(await read).toEqual({ one: 1 });
  });

  test('is readable by its owner only, with the files beside it, whatever the umask', async () => {
    const inside = mkdtempSync(join(folder, 'private-'));
    const umask = process.umask(0);
    try {
      const database = openSqlite(join(inside, 'billing.sqlite'));
      await database.run('CREATE TABLE things (name text)');
      expect(modes(inside)).toEqual({
        'billing.sqlite': '600',
        'billing.sqlite-shm': '600',
        'billing.sqlite-wal': '600',
      });
      await database.close();
    } finally {
      process.umask(umask);
    }
  });

  test('of an earlier release, readable by others, is restricted when it is opened', async () => {
    const inside = mkdtempSync(join(folder, 'public-'));
    const file = join(inside, 'billing.sqlite');
    const earlier = openSqlite(file);
    await earlier.run('CREATE TABLE things (name text)');
    for (const name of readdirSync(inside)) chmodSync(join(inside, name), 0o644);
    const database = openSqlite(file);
    expect(new Set(Object.values(modes(inside)))).toEqual(new Set(['600']));
    await Promise.all([earlier.close(), database.close()]);
  });

  test('that cannot be written ends with one line that says what to do', () => {
    writeFileSync(join(folder, 'in-the-way'), '');
    const opening = () => openSqlite(join(folder, 'in-the-way', 'billing.sqlite'));
    expect(opening).toThrow(OperatorTrouble);
    expect(opening).toThrow(/^Cannot write the database .*in-the-way.*DATA_DIR[^\n]*$/);
  });

  test.runIf(existsSync('/proc'))('in a place that takes no folders ends the same way, and does end', () => {
    expect(() => openSqlite('/proc/data/billing.sqlite')).toThrow(OperatorTrouble);
  });
});

test.each([
  [{}, -65_536],
  [{ cacheMegabytes: 8 }, -8192],
])('pages are kept in memory, 64 MB or as much as is said: %j', async (options, kibibytes) => {
  const database = openSqlite(':memory:', options);
  expect(await database.get('SELECT cache_size FROM pragma_cache_size')).toEqual({ cache_size: kibibytes });
  await database.close();
});

test('temporary data is kept in memory, but in a file during a migration', async () => {
  const database = openSqlite(':memory:');
  const setting = 'SELECT temp_store FROM pragma_temp_store';
  const [file, memory] = [{ temp_store: 1 }, { temp_store: 2 }];
  expect(await database.get(setting)).toEqual(memory);
  await migrate(database, 0, [{ version: 101, name: '0101.sql', sql: `CREATE TABLE during AS ${setting}` }]);
  expect(await database.get('SELECT * FROM during')).toEqual(file);
  expect(await database.get(setting)).toEqual(memory);
  await database.close();
});

describe('a batch', () => {
  test('in which one fails runs once more, so that the others are kept; without a failure each runs once', async () => {
    const database = openSqlite(':memory:');
    await database.run('CREATE TABLE things (name text)');
    const add = 'INSERT INTO things (name) VALUES ($1)';
    const runs: string[] = [];
    const adding = (name: string, fails = false) =>
      database.transaction(async (queries) => {
        runs.push(name);
        await queries.run(add, [name]);
        if (fails) throw new Error('changed my mind');
        return name;
      });
    await Promise.all([adding('one'), adding('two')]);
    expect(runs.splice(0)).toEqual(['one', 'two']);
    const outcomes = await Promise.allSettled([adding('three'), adding('four', true), adding('five')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs.splice(0)).toEqual(['three', 'four', 'three', 'four', 'five']);
    await expect(adding('six', true)).rejects.toThrow('changed my mind');
    expect(runs).toEqual(['six']);
    const kept = await database.all('SELECT name FROM things ORDER BY rowid');
    expect(kept.map(({ name }) => name)).toEqual(['one', 'two', 'three', 'five']);
    await database.close();
  });

  test('does not wait for a work that awaits something else: it is undone, and the others are answered', async () => {
    const database = openSqlite(':memory:');
    await database.run('CREATE TABLE things (name text)');
    const add = 'INSERT INTO things (name) VALUES ($1)';
    const network = Promise.withResolvers<void>();
    const [waiting, quick] = await Promise.allSettled([
      database.transaction(async (queries) => {
        await queries.run(add, ['half']);
        setImmediate(() => setImmediate(network.resolve));
        await network.promise;
        await queries.run(add, ['other half']);
      }),
      database.run(add, ['whole']),
    ]);
    expect(waiting).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('awaited something') },
    });
    expect(quick).toMatchObject({ status: 'fulfilled' });
    await network.promise;
    expect(await database.all('SELECT name FROM things')).toEqual([{ name: 'whole' }]);
    await database.close();
  });

  test('lets the event loop turn while a work writes thousands of rows, and shows none of them before the commit', async () => {
    const database = openSqlite(':memory:');
    await database.run('CREATE TABLE things (name text)');
    const add = 'INSERT INTO things (name) VALUES ($1)';
    const many = 6_000;
    let writing = true;
    const work = database.transaction(async (queries) => {
      for (let n = 0; n < many; n += 1) await queries.write(add, [`many ${n}`]);
      writing = false;
    });
    let turns = 0;
    const seen: unknown[] = [];
    const reads: Promise<unknown>[] = [];
    const neighbours: Promise<unknown>[] = [];
    while (writing) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
      reads.push(database.get('SELECT count(*) AS n FROM things').then((row) => seen.push(row?.n)));
      neighbours.push(database.run(add, ['neighbour']));
    }
    await Promise.all([work, ...reads]);
    expect(turns).toBeGreaterThan(10);
    expect(seen.filter((n) => Number(n) > 0 && Number(n) < many)).toEqual([]);
    expect(seen.at(-1)).toBeGreaterThanOrEqual(many);
    await Promise.all(neighbours);
    expect(await database.get('SELECT count(*) AS n FROM things')).toEqual({ n: many + turns });
    await database.close();
  });

  test('undoes a long work that fails, and one that awaits something else after many turns', async () => {
    const database = openSqlite(':memory:');
    await database.run('CREATE TABLE things (name text)');
    const write = async (queries: Queries): Promise<void> => {
      for (let n = 0; n < 2_000; n += 1) await queries.write('INSERT INTO things (name) VALUES ($1)', [`many ${n}`]);
    };
    const network = Promise.withResolvers<void>();
    const outcomes = await Promise.allSettled([
      database.transaction(async (queries) => {
        await write(queries);
        throw new Error('changed my mind');
      }),
      database.transaction(async (queries) => {
        await write(queries);
        await network.promise;
      }),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { message: 'changed my mind' } },
      { status: 'rejected', reason: { message: expect.stringContaining('awaited something') } },
    ]);
    expect(await database.get('SELECT count(*) AS n FROM things')).toEqual({ n: 0 });
    await database.close();
  });

  test('on a full disk is refused, and what comes when there is room again is kept', async () => {
    const database = openSqlite(':memory:');
    await database.run('CREATE TABLE things (name text)');
    const add = (name: string) => database.run('INSERT INTO things (name) VALUES ($1)', [name]);
    const { pages } = (await database.get('SELECT page_count AS pages FROM pragma_page_count')) ?? {};
    await database.get(`PRAGMA max_page_count = ${pages}`);
    const outcomes = await Promise.allSettled([add('small'), add('large'.repeat(10_000)), add('late')]);
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('full') } });
    const acknowledged = outcomes.filter(({ status }) => status === 'fulfilled').length;
    await database.get('PRAGMA max_page_count = 1000');
    expect(await database.get('SELECT count(*) AS n FROM things')).toEqual({ n: acknowledged });
    await add('large'.repeat(10_000));
    expect(await database.get('SELECT count(*) AS n FROM things')).toEqual({ n: acknowledged + 1 });
    await database.close();
  });
});
