import { expect, test } from 'vitest';
import { pageAmong, recordsWithin } from './page-among.ts';

const records = [
  { key: 'a', created_at: 1, updated_at: 9 },
  { key: 'c', created_at: 2, updated_at: 2 },
  { key: 'b', created_at: 2, updated_at: 3 },
  { key: 'd', created_at: 4, updated_at: 4 },
];
const range = { sort: 'created_at', order: 'asc', limit: 2 } as const;
const keys = (page: { readonly records: readonly { readonly key: string }[] }) => page.records.map(({ key }) => key);

test('pages follow one another in both orders and directions, equal moments by key', () => {
  const first = pageAmong(records, range);
  expect([keys(first), first.more]).toEqual([['a', 'b'], true]);
  const next = pageAmong(records, { ...range, from: { id: 'b', at: 2, back: false } });
  expect([keys(next), next.more]).toEqual([['c', 'd'], false]);
  const before = pageAmong(records, { ...range, from: { id: 'd', at: 4, back: true } });
  expect([keys(before), before.more]).toEqual([['b', 'c'], true]);
  expect(keys(pageAmong(records, { ...range, order: 'desc' }))).toEqual(['d', 'c']);
  const older = pageAmong(records, { ...range, order: 'desc', from: { id: 'c', at: 2, back: false } });
  expect([keys(older), older.more]).toEqual([['b', 'a'], false]);
});

test('bounds are inclusive, on the attribute that sorts', () => {
  expect(recordsWithin(records, { ...range, begin: 2, end: 4 }).map(({ key }) => key)).toEqual(['b', 'c', 'd']);
  expect(recordsWithin(records, { ...range, sort: 'updated_at', begin: 4 }).map(({ key }) => key)).toEqual(['d', 'a']);
});
