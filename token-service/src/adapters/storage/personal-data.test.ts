import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { scrubbed } from './records/scrub.ts';
import { openSqlite } from './sqlite.ts';
import { NOON } from './testing/samples.ts';

let database: Database;
beforeAll(async () => {
  database = openSqlite(':memory:');
  await migrate(database, NOON);
});
afterAll(() => database.close());

const COLUMNS =
  'SELECT t.name AS "table", c.name AS "column", c."notnull" AS required FROM pragma_table_list t, pragma_table_xinfo(t.name) c ' +
  "WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";

test('every column of the schema is decided once, and every decision is about a column', async () => {
  const columns = (await database.all(COLUMNS)).map(({ table, column }) => `${table}.${column}`);
  const decided = Object.entries(PERSONAL_DATA).flatMap(([table, { owner: _, ...lists }]) =>
    Object.values(lists).flatMap((list: string) => list.split(' ').map((column) => `${table}.${column}`)),
  );
  expect(columns.length).toBeGreaterThan(600);
  expect(decided.toSorted()).toEqual(columns.toSorted());
});

test('what is set to null may be null, and what is erased has an owner', async () => {
  const required = new Set(
    (await database.all(COLUMNS)).flatMap((row) => (row.required === 1 ? [`${row.table}.${row.column}`] : [])),
  );
  for (const [table, { owner, removed, erased = '', emptied, emptiedLists, scrubbed: json }] of Object.entries(
    PERSONAL_DATA,
  )) {
    expect(
      erased.split(' ').filter((column) => required.has(`${table}.${column}`)),
      table,
    ).toEqual([]);
    if (removed ?? emptied ?? emptiedLists ?? json) expect(owner, table).toBeDefined();
  }
});

test('JSON loses its personal members and nothing else', () => {
  const event = {
    type: 'new_subscription',
    account: { account_code: 'ada', email: 'ada@example.com', first_name: 'Ada', company_name: 'Engines' },
    subscription: { state: 'active', quantity: 2, custom_fields: [{ name: 'size', value: 'XL' }] },
    invoice: {
      state: 'paid',
      address: { address1: '1 Pier', city: 'Dover', state: 'DE', zip: '19901', country: 'US' },
    },
  };
  expect(scrubbed(event)).toEqual({
    type: 'new_subscription',
    account: { account_code: 'ada', email: null, first_name: null, company_name: null },
    subscription: { state: 'active', quantity: 2, custom_fields: [] },
    invoice: { state: 'paid', address: { address1: null, city: null, state: null, zip: null, country: 'US' } },
  });
});
