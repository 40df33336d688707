import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

    test('placeholders may come in any order, again and again, and more than nine of them', async () => {
      const texts: [sql: string, count: number][] = [
        ['$1, $2, $3', 3],
        ['$2, $1, $3', 3],
        ['$1, $1, $2, $1, $3, $2', 3],
        ['$3, $1, $2, $4', 4],
        ['$1, $11, $2, $3, $4, $10, $5, $6, $7, $8, $9, $12', 12],
      ];
      for (const [text, count] of texts) {
        const columns = text.split(', ').map((place, at) => `CAST(${place} AS bigint) AS c${at}`);
        const values = Array.from({ length: count }, (_, at) => at + 1);
        const row = await database.get(`SELECT ${columns.join(', ')} LIMIT $1`, values);
        expect(Object.values(row ?? {}).join()).toBe(text.replaceAll(/[$ ]/g, ''));
      }
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

  describe('serial transactions of different accounts, whose statements may be sent as one', () => {
    const LINE = 'INSERT INTO lines (site_id, id, size, text, ready) VALUES ($1, $2, $3, $4, $5)';
    const TEXTS = ['plain', '"quoted", {in} \\\\ braces', "it's", 'NULL', '', null, '\n\t', '😀 ü'];

    beforeAll(async () => {
      await database.run(
        'CREATE TABLE lines (site_id text, id text, size bigint, text text, ready boolean, PRIMARY KEY (site_id, id))',
      );
      await database.run('CREATE TABLE copies (site_id text, id text, size bigint)');
    });
    beforeEach(async () => {
      await database.run('DELETE FROM lines');
      await database.run('DELETE FROM copies');
    });

    const together = <T>(count: number, work: (queries: Queries, n: number) => Promise<T>): Promise<T[]> =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          database.transaction((queries) => work(queries, n), 'queue', { serial: true, account: `account ${n}` }),
        ),
      );
    const add = (queries: Queries, n: number, site = 'a'): Promise<void> =>
      queries.write(LINE, [site, `${n}`, n % 3 === 0 ? null : n, TEXTS[n % TEXTS.length] ?? null, n % 2 === 0]);
    /** Several times, because an engine may learn from the first how to send them as one. */
    const TIMES = [1, 2, 3];

    test.each(TIMES)('each reads what it wrote, value by value (%s)', async () => {
      const read = await together(21, async (queries, n) => {
        await add(queries, n);
        return queries.get('SELECT size, text, ready FROM lines WHERE site_id = $1 AND id = $2', ['a', `${n}`]);
      });
      expect(read).toEqual(
        Array.from({ length: 21 }, (_, n) => ({
          size: n % 3 === 0 ? null : n,
          text: TEXTS[n % TEXTS.length],
          ready: database.engine === 'sqlite' ? Number(n % 2 === 0) : n % 2 === 0,
        })),
      );
    });

    test.each(TIMES)('each is told how many rows it changed, deleted and added (%s)', async () => {
      const counts = await together(9, async (queries, n) => {
        if (n !== 4) await add(queries, n);
        const changed = await queries.run('UPDATE lines SET size = $3, text = $4 WHERE site_id = $1 AND id = $2', [
          'a',
          `${n}`,
          n * 10,
          n === 5 ? null : 'new',
        ]);
        const copied = await queries.run(
          'INSERT INTO copies (site_id, id, size) SELECT site_id, id, size FROM lines WHERE site_id = $1 AND id = $2',
          ['a', `${n}`],
        );
        const found = await queries.run(
          'INSERT INTO copies (site_id, id, size) VALUES ($1, $2, (SELECT o.size + 1 FROM lines o WHERE o.site_id = $1 AND o.id = $3))',
          ['a', `${n} found`, `${n}`],
        );
        const deleted = await queries.run('DELETE FROM lines WHERE site_id = $1 AND id = $2 AND size >= $3', [
          'a',
          `${n}`,
          30,
        ]);
        return [changed, copied, found, deleted];
      });
      expect(counts).toEqual(
        Array.from({ length: 9 }, (_, n) => [n === 4 ? 0 : 1, n === 4 ? 0 : 1, 1, n > 2 && n !== 4 ? 1 : 0]),
      );
      const left = await database.all('SELECT id, size, text FROM lines ORDER BY id');
      expect(left).toEqual([0, 1, 2].map((n) => ({ id: `${n}`, size: n * 10, text: 'new' })));
      const copies = await database.all('SELECT id, size FROM copies WHERE size IS NOT NULL ORDER BY size');
      expect(copies).toEqual(
        [0, 1, 2, 3, 5, 6, 7, 8].flatMap((n) => [
          { id: `${n}`, size: n * 10 },
          { id: `${n} found`, size: n * 10 + 1 },
        ]),
      );
    });

    test.each(TIMES)('lists keep their order, and each has its own (%s)', async () => {
      for (let n = 0; n < 40; n += 1) await database.run(LINE, ['a', `${n}`, 40 - n, `of ${n % 6}`, true]);
      const lists = await together(7, (queries, n) =>
        queries.all('SELECT r.id FROM lines r WHERE r.site_id = $1 AND r.text = $2 ORDER BY r.size LIMIT $3', [
          'a',
          `of ${n}`,
          n === 1 ? 2 : 100,
        ]),
      );
      const all = (n: number) => Array.from({ length: 40 }, (_, m) => 39 - m).filter((m) => m % 6 === n);
      expect(lists.map((rows) => rows.map(({ id }) => Number(id)))).toEqual(
        Array.from({ length: 7 }, (_, n) => all(n).slice(0, n === 1 ? 2 : 100)),
      );
    });

    test.each(TIMES)(
      'a row that is there already is skipped for the one that adds it, not for others (%s)',
      async () => {
        await database.run(LINE, ['a', '3', 3, 'there', true]);
        const added = await together(6, (queries, n) =>
          queries.run(
            'INSERT INTO lines (site_id, id, text) VALUES ($1, $2, $3) ON CONFLICT (site_id, id) DO NOTHING',
            ['a', `${n}`, 'mine'],
          ),
        );
        expect(added).toEqual([1, 1, 1, 0, 1, 1]);
      },
    );

    test.each(TIMES)('a duplicate value fails the one that adds it, and no other (%s)', async () => {
      await database.run(LINE, ['a', '3', 3, 'there', true]);
      const ended = await Promise.allSettled(
        Array.from({ length: 6 }, (_, n) =>
          database.transaction((queries) => add(queries, n), 'queue', { serial: true, account: `account ${n}` }),
        ),
      );
      expect(ended.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true, true]);
      expect((await database.all('SELECT id FROM lines')).length).toBe(6);
    });

    test.each(TIMES)('statements of one keep their order, though others ask in another order (%s)', async () => {
      const sizes = await together(8, async (queries, n) => {
        await add(queries, n);
        const set = (to: number) =>
          queries.write(`UPDATE lines SET size = $3 WHERE site_id = $1 AND id = $2`, ['a', `${n}`, to]);
        const raise = () =>
          queries.write('UPDATE lines SET size = size * 2 WHERE site_id = $1 AND id = $2', ['a', `${n}`]);
        if (n % 2 === 0) {
          await set(10);
          await raise();
        } else {
          await raise();
          await set(10);
        }
        await queries.write("UPDATE lines SET text = 'x' WHERE site_id = $1 AND id = $2", ['b', `${n}`]);
        return Number(
          (await queries.get('SELECT size FROM lines WHERE site_id = $1 AND id = $2', ['a', `${n}`]))?.size,
        );
      });
      expect(sizes).toEqual([20, 10, 20, 10, 20, 10, 20, 10]);
    });

    test('sites are not mixed', async () => {
      const read = await together(12, async (queries, n) => {
        const site = n % 2 === 0 ? 'a' : 'b';
        await add(queries, n, site);
        return queries.all('SELECT id FROM lines WHERE site_id = $1 AND id = $2', [site, `${n}`]);
      });
      expect(read).toEqual(Array.from({ length: 12 }, (_, n) => [{ id: `${n}` }]));
      expect((await database.all("SELECT id FROM lines WHERE site_id = 'a'")).length).toBe(6);
    });
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
