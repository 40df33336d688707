import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { ListQuery, Position } from '@service/billing/ports/listing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aSite, id, NOON } from './samples.ts';

type Query = ListQuery<Record<never, never>>;

export const pagingBehaves = (ground: () => Ground): void => {
  let site = 600;
  const accounts = () => ground().open.storage.of(id(site)).accounts;

  // Ten accounts; 3 to 6 are of one second, so that the id has to order them.
  const second = (n: number): number => NOON + (n >= 3 && n <= 6 ? 3 : n);
  const account = (n: number, changes: Partial<AccountRecord> = {}): AccountRecord =>
    anAccount(n, { created_at: second(n), updated_at: NOON + 100 - n, ...changes });
  const upwards = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  beforeEach(async () => {
    site += 1;
    await ground().open.sites.add(aSite(site));
    // Not in order, because rows do not arrive so from several machines.
    for (const n of [7, 3, 10, 1, 5, 4, 9, 2, 8, 6]) await accounts().add(account(n));
  });

  const numbers = (records: readonly AccountRecord[]): number[] =>
    records.map((record) => Number.parseInt(record.id, 16));

  const position = (record: AccountRecord | undefined, sort: Query['sort'], back: boolean): Position => {
    if (!record) throw new Error('there is no record to continue from');
    return { id: record.id, at: record[sort], back };
  };

  /** Pages to the end the way a client does; `between` happens after each page. */
  const walk = async (query: Query, between: (page: number) => Promise<void> = async () => {}): Promise<number[][]> => {
    const pages: number[][] = [];
    let next: Query = query;
    for (;;) {
      const { records, more } = await accounts().list(next);
      pages.push(numbers(records));
      if (!more) return pages;
      await between(pages.length);
      next = { ...query, from: position(records.at(-1), query.sort, false) };
    }
  };

  describe('paging', () => {
    test.each([
      ['created_at', 'asc', upwards],
      ['created_at', 'desc', upwards.toReversed()],
      ['updated_at', 'asc', upwards.toReversed()],
      ['updated_at', 'desc', upwards],
    ] as const)('by %s, %s: every record once, in order, whatever the page size', async (sort, order, expected) => {
      for (const limit of [1, 3, 4, 10, 200]) {
        const pages = await walk({ filter: {}, sort, order, limit });
        expect(pages.flat()).toEqual(expected);
        expect(pages).toHaveLength(Math.ceil(10 / limit));
      }
    });

    test('back from where one is: the page before, in the same order', async () => {
      const query: Query = { filter: {}, sort: 'created_at', order: 'asc', limit: 3 };
      const fourth = await accounts().list({ ...query, from: position(account(9), 'created_at', false) });
      expect(fourth).toMatchObject({ more: false });
      const third = await accounts().list({ ...query, from: position(fourth.records[0], 'created_at', true) });
      expect([numbers(third.records), third.more]).toEqual([[7, 8, 9], true]);
      const second = await accounts().list({ ...query, from: position(third.records[0], 'created_at', true) });
      expect([numbers(second.records), second.more]).toEqual([[4, 5, 6], true]);
      const first = await accounts().list({ ...query, from: position(second.records[0], 'created_at', true) });
      expect([numbers(first.records), first.more]).toEqual([[1, 2, 3], false]);
    });

    test('between two moments, both included', async () => {
      const query: Query = { filter: {}, sort: 'created_at', order: 'asc', limit: 2, begin: NOON + 3, end: NOON + 8 };
      expect((await walk(query)).flat()).toEqual([3, 4, 5, 6, 7, 8]);
      expect((await walk({ ...query, order: 'desc' })).flat()).toEqual([8, 7, 6, 5, 4, 3]);
      for (const order of ['asc', 'desc'] as const) {
        const outside = order === 'asc' ? account(1) : account(10);
        const page = await accounts().list({ ...query, order, from: position(outside, 'created_at', false) });
        expect(numbers(page.records)).toEqual(order === 'asc' ? [3, 4] : [8, 7]);
        const back = await accounts().list({ ...query, order, from: position(account(6), 'created_at', true) });
        expect(numbers(back.records)).toEqual(order === 'asc' ? [4, 5] : [8, 7]);
      }
      expect(await accounts().count(query)).toBe(6);
      expect(await accounts().count({ ...query, begin: NOON + 8, end: NOON + 3 })).toBe(0);
      expect((await walk({ ...query, sort: 'updated_at', begin: NOON + 97, end: NOON + 99 })).flat()).toEqual([
        3, 2, 1,
      ]);
    });

    test('a count is of the whole list, wherever the page is', async () => {
      const from = position(account(5), 'created_at', false);
      expect(await accounts().count({ filter: {}, sort: 'created_at', order: 'asc', limit: 1, from })).toBe(10);
    });

    test('records added meanwhile: none of the others twice, none missed', async () => {
      let added = 10;
      const add = async (): Promise<void> => {
        added += 1;
        await accounts().add(account(added));
      };
      const newestFirst = await walk({ filter: {}, sort: 'created_at', order: 'desc', limit: 3 }, add);
      expect(newestFirst.flat()).toEqual(upwards.toReversed());
      // Ascending they are seen at the end, where they belong.
      const oldestFirst = await walk({ filter: {}, sort: 'created_at', order: 'asc', limit: 8 }, add);
      expect(oldestFirst.flat()).toEqual(Array.from({ length: added }, (_, n) => n + 1));
    });

    test('records changed meanwhile: by created_at they stay where they are', async () => {
      const change = async (page: number): Promise<void> => {
        for (const n of [page, 11 - page])
          await accounts().save(account(n, { updated_at: NOON + 500 + page, email: null }));
      };
      for (const order of ['asc', 'desc'] as const) {
        const pages = await walk({ filter: {}, sort: 'created_at', order, limit: 3 }, change);
        expect(pages.flat().sort((a, b) => a - b)).toEqual(upwards);
      }
    });

    test('by updated_at ascending up to the start of paging, changed records are left out, and none is seen twice', async () => {
      const query: Query = { filter: {}, sort: 'updated_at', order: 'asc', limit: 4, end: NOON + 100 };
      const change = async (page: number): Promise<void> => {
        if (page === 1) await accounts().save(account(2, { updated_at: NOON + 500 }));
      };
      expect((await walk(query, change)).flat()).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 1]);
    });

    test('the record that a position names may have changed or gone', async () => {
      const from = { id: id(4), at: NOON + 3, back: false };
      await accounts().save(account(4, { created_at: NOON + 900 }));
      const { records } = await accounts().list({ filter: {}, sort: 'created_at', order: 'asc', limit: 2, from });
      expect(numbers(records)).toEqual([5, 6]);
    });
  });
};
