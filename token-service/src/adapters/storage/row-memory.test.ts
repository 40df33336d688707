import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Queries } from './database.ts';
import { readRow, remembering, rememberRow, updateRow } from './row-memory.ts';
import { openSqlite } from './sqlite.ts';
import { columns, table } from './table.ts';

interface Boat {
  readonly id: string;
  readonly name: string | null;
  readonly berths: number | null;
  readonly afloat: boolean | null;
  readonly crew: readonly string[] | null;
  readonly built: number | null;
}

const boats = table<Boat>({
  name: 'boats',
  key: ['id'],
  columns: columns({ id: 'text', name: 'text', berths: 'bigint', afloat: 'boolean', crew: 'json', built: 'bigint' }),
  keptByUpdates: ['built'],
  revised: true,
});

const SCHEMA =
  'CREATE TABLE boats (site_id TEXT, id TEXT, name TEXT, berths INTEGER, afloat INTEGER, crew TEXT, built INTEGER, ' +
  'revision INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (site_id, id))';
const SINK = 'UPDATE boats SET afloat = 0 WHERE site_id = $1 AND id = $2';
const BY_ID = `${boats.select} WHERE r.site_id = $1 AND r.id = $2`;

const MARY: Boat = { id: 'mary', name: 'Mary', berths: 4, afloat: true, crew: ['Ada'], built: null };

/** Runs work in one transaction of a database with one boat. Returns its row and the statements that wrote. */
const run = async (work: (queries: Queries) => Promise<unknown>, how: (queries: Queries) => Queries) => {
  const database = openSqlite(':memory:');
  const sent: string[] = [];
  await database.run(SCHEMA);
  await database.run(boats.insert, boats.values('harbor', MARY));
  await database.transaction((queries) =>
    work(
      how({
        ...queries,
        write(sql, values) {
          sent.push(sql);
          return queries.write(sql, values);
        },
      }),
    ),
  );
  const row = await database.get('SELECT * FROM boats');
  await database.close();
  return { row: { ...row }, sent };
};

const read = async (queries: Queries): Promise<Boat> => {
  const row = await queries.get(BY_ID, ['harbor', 'mary']);
  if (!row) throw new Error('There is no such boat.');
  return readRow(queries, boats, row);
};
const save = (queries: Queries, boat: Boat) => updateRow(queries, boats, 'harbor', boat);

const fields = fc.record({
  name: fc.option(fc.string()),
  berths: fc.option(fc.integer()),
  afloat: fc.option(fc.boolean()),
  crew: fc.option(fc.array(fc.string(), { maxLength: 2 })),
  built: fc.option(fc.integer()),
});
const steps = fc.array(
  fc.oneof(
    fields.chain((all) => fc.subarray(Object.keys(all)).map((names) => ({ save: { ...all }, names }))),
    fc.constant('sink' as const),
    fc.constant('read' as const),
  ),
  { maxLength: 8 },
);

type Step = 'sink' | 'read' | { readonly save: Omit<Boat, 'id'>; readonly names: readonly string[] };

describe('a transaction that remembers', () => {
  test('leaves the same row as one that writes all columns', async () => {
    const work =
      (all: readonly Step[]) =>
      async (queries: Queries): Promise<void> => {
        let boat = await read(queries);
        for (const step of all) {
          if (step === 'sink') {
            await queries.write(SINK, ['harbor', 'mary']);
            boat = { ...boat, afloat: false };
          } else if (step === 'read') boat = await read(queries);
          else {
            const changed = Object.entries(step.save).filter(([name]) => step.names.includes(name));
            boat = { ...boat, ...Object.fromEntries(changed) };
            await save(queries, boat);
          }
        }
      };
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const remembered = await run(work(all), remembering);
        expect(remembered.row).toEqual((await run(work(all), (queries) => queries)).row);
      }),
    );
  });

  test('writes what changed, and the revision', async () => {
    const { row, sent } = await run(async (queries) => {
      await save(queries, { ...(await read(queries)), crew: ['Ada', 'Grace'], berths: 4 });
    }, remembering);
    expect(sent).toEqual(['UPDATE boats SET crew = $3, revision = revision + 1 WHERE site_id = $1 AND id = $2']);
    expect(row).toMatchObject({ crew: '["Ada","Grace"]', name: 'Mary', revision: 2 });
  });

  test('writes all columns of a row that it has not read, or that another statement may have changed', async () => {
    const { sent } = await run(async (queries) => {
      await save(queries, { ...MARY, name: 'Maria' });
      await queries.write(SINK, ['harbor', 'mary']);
      await save(queries, { ...MARY, name: 'Marie' });
      await save(queries, { ...MARY, name: 'Marion' });
    }, remembering);
    const named = 'UPDATE boats SET name = $3, revision = revision + 1 WHERE site_id = $1 AND id = $2';
    expect(sent).toEqual([boats.update, SINK, boats.update, named]);
  });

  test('writes what changed in a row that was read before it, and that it found to be the same', async () => {
    let before: Boat = MARY;
    await run(
      async (queries) => {
        before = await read(queries);
      },
      (queries) => queries,
    );
    const { row, sent } = await run(async (queries) => {
      rememberRow(queries, boats, before);
      await save(queries, { ...before, name: 'Maria' });
    }, remembering);
    expect(sent).toEqual(['UPDATE boats SET name = $3, revision = revision + 1 WHERE site_id = $1 AND id = $2']);
    expect(row).toMatchObject({ name: 'Maria', berths: 4 });
  });

  test('writes all columns of a copy that it is given to remember: no row may ever have held that', async () => {
    const { row, sent } = await run(async (queries) => {
      const copy = { ...(await read(queries)), berths: 9 };
      await queries.write(SINK, ['harbor', 'mary']);
      rememberRow(queries, boats, copy);
      await save(queries, copy);
    }, remembering);
    expect(sent).toEqual([SINK, boats.update]);
    expect(row).toMatchObject({ berths: 9 });
  });

  test('keeps its memory to itself: records outside a transaction are written whole', async () => {
    const { sent } = await run(
      async (queries) => save(queries, { ...(await read(queries)), name: 'Maria' }),
      (queries) => queries,
    );
    expect(sent).toEqual([boats.update]);
  });
});
