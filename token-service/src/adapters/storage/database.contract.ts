import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Queries } from './database.ts';

const COUNT = 'SELECT count(*) AS n FROM things';
const ADD = 'INSERT INTO things (name, size) VALUES ($1, $2)';

/** The contract of both engines, independent of their data. */
export const behavesLikeADatabase = (open: () => Promise<Database>): void => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await database.run('CREATE TABLE things (name text PRIMARY KEY, size bigint, ready boolean)');
  });
  afterAll(() => database.close());

  const count = async (): Promise<number> => Number((await database.get(COUNT))?.n);
  const empty = (): Promise<number> => database.run('DELETE FROM things');

  describe('statements', () => {
    test('placeholders are numbered, whole numbers are read as numbers, and a run returns the number of changed rows', async () => {
      await empty();
      expect(await database.run('INSERT INTO things (size, name) VALUES ($2, $1), ($2, $3)', ['a', 9e15, 'b'])).toBe(2);
      expect(await database.all('SELECT name, size FROM things ORDER BY name')).toEqual([
        { name: 'a', size: 9e15 },
        { name: 'b', size: 9e15 },
      ]);
      expect(await database.get('SELECT name FROM things WHERE name = $1', ['c'])).toBeUndefined();
    });

    test('true and false can be written and queried', async () => {
      await empty();
      await database.run('INSERT INTO things (name, ready) VALUES ($1, $2), ($3, $4)', ['a', true, 'b', false]);
      expect(await database.all('SELECT name FROM things WHERE ready = $1', [true])).toEqual([{ name: 'a' }]);
    });
  });

  describe('a transaction', () => {
    test('returns the result of its work', async () => {
      await empty();
      expect(await database.transaction(async (queries) => queries.run(ADD, ['a', 1]))).toBe(1);
      expect(await count()).toBe(1);
    });

    test('is rolled back when its work throws, and concurrent ones are not', async () => {
      await empty();
      const outcomes = await Promise.allSettled([
        database.transaction((queries) => queries.run(ADD, ['before', 1])),
        database.transaction(async (queries) => {
          await queries.run(ADD, ['doomed', 1]);
          throw new Error('changed my mind');
        }),
        database.transaction((queries) => queries.run(ADD, ['after', 1])),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await database.all('SELECT name FROM things ORDER BY name')).toEqual([
        { name: 'after' },
        { name: 'before' },
      ]);
    });

    test('within another is part of it', async () => {
      await empty();
      const work = database.transaction(async (queries) => {
        await queries.transaction((inner) => inner.run(ADD, ['inner', 1]));
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      expect(await count()).toBe(0);
    });

    test('is not seen by others before it is committed', async () => {
      await empty();
      let glimpse: Promise<number> | undefined;
      await database.transaction(async (queries) => {
        await queries.run(ADD, ['a', 1]);
        glimpse = count();
        await queries.run(ADD, ['b', 1]);
        await queries.get(COUNT);
      });
      // Either before it or after it, never half of it.
      expect([0, 2]).toContain(await glimpse);
      expect(await count()).toBe(2);
    });

    test('is rolled back by a failed write, with or without a later query', async () => {
      await empty();
      const twice = (then: (queries: Queries) => Promise<unknown>) =>
        database.transaction(async (queries) => {
          await queries.write(ADD, ['a', 1]);
          await queries.write(ADD, ['a', 2]);
          await queries.write(ADD, ['b', 1]);
          return then(queries);
        });
      await expect(twice(async () => 'done')).rejects.toThrow(/unique|UNIQUE/);
      await expect(twice((queries) => queries.get(COUNT))).rejects.toThrow(/unique|UNIQUE/);
      expect(await count()).toBe(0);
    });

    test('rejects its queries after its end', async () => {
      await empty();
      const { get, write } = await database.transaction(async (queries) => queries);
      await expect(get(COUNT)).rejects.toThrow('after it had ended');
      await expect(write(ADD, ['late', 1])).rejects.toThrow('after it had ended');
      expect(await count()).toBe(0);
    });

    test('reads what it wrote', async () => {
      await empty();
      const seen = await database.transaction(async (queries) => {
        await queries.write(ADD, ['a', 1]);
        return queries.get(COUNT);
      });
      expect(Number(seen?.n)).toBe(1);
    });
  });

  test('a duplicate value is rejected, and nothing else is lost', async () => {
    await empty();
    await database.run(ADD, ['a', 1]);
    await expect(database.run(ADD, ['a', 2])).rejects.toThrow();
    expect(await database.all('SELECT size FROM things')).toEqual([{ size: 1 }]);
  });

  test('forty transactions that increment a number lose no update, whether they queue at once or after a conflict', async () => {
    await empty();
    await database.run(ADD, ['counter', 0]);
    const increment = (n: number) =>
      database.transaction(
        async (queries) => {
          const row = await queries.get('SELECT size FROM things WHERE name = $1', ['counter']);
          await queries.write('UPDATE things SET size = $2 WHERE name = $1', ['counter', Number(row?.size) + 1]);
        },
        'counter',
        { serial: n % 2 === 0 },
      );
    await Promise.all(Array.from({ length: 40 }, (_, n) => increment(n)));
    expect(await database.get('SELECT size FROM things')).toEqual({ size: 40 });
  });

  test('of serial transactions of different accounts, one that fails leaves no trace, and all others are committed', async () => {
    await empty();
    await database.run(ADD, ['counter', 0]);
    const add = (n: number, account: string) =>
      database.transaction(
        async (queries) => {
          await queries.write("UPDATE things SET size = size + 1 WHERE name = 'counter'");
          const row = await queries.get('SELECT size FROM things WHERE name = $1', [account]);
          if (row) await queries.write('UPDATE things SET size = $2 WHERE name = $1', [account, Number(row.size) + n]);
          else await queries.write(ADD, [account, n]);
          if (n === 3) throw new Error('changed my mind');
          if (n === 5) await queries.write(ADD, ['counter', n]);
          return n;
        },
        'queue',
        { serial: true, account },
      );
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => add(n, `account ${n % 8}`)));
    expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value : null))).toEqual([
      0,
      1,
      2,
      null,
      4,
      null,
      6,
      7,
      8,
      9,
    ]);
    expect(await database.all('SELECT name, size FROM things ORDER BY name')).toEqual([
      { name: 'account 0', size: 8 },
      { name: 'account 1', size: 10 },
      { name: 'account 2', size: 2 },
      { name: 'account 4', size: 4 },
      { name: 'account 6', size: 6 },
      { name: 'account 7', size: 7 },
      { name: 'counter', size: 8 },
    ]);
  });

  test('serial transactions take effect in the order of their arrival', async () => {
    await empty();
    const begun: number[] = [];
    const add = (n: number) =>
      database.transaction(
        async (queries) => {
          begun.push(n);
          await queries.write(ADD, [`${n}`, n]);
          if (n === 3) throw new Error('changed my mind');
          return queries.get(COUNT);
        },
        'queue',
        { serial: true },
      );
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => add(n)));
    const lastRuns = begun.filter((n, index) => begun.lastIndexOf(n) === index);
    expect(lastRuns).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(outcomes.map((each) => (each.status === 'fulfilled' ? Number(each.value?.n) : null))).toEqual([
      1,
      2,
      3,
      null,
      4,
      5,
      6,
      7,
    ]);
  });

  test('of two that look up a name and add it when it is free, the second one finds it', async () => {
    await empty();
    const claim = () =>
      database.transaction(async (queries) => {
        if (await queries.get('SELECT 1 FROM things WHERE name = $1', ['only'])) return 'taken';
        await queries.run(ADD, ['only', 1]);
        return 'mine';
      });
    expect((await Promise.all([claim(), claim(), claim()])).sort()).toEqual(['mine', 'taken', 'taken']);
  });
};
