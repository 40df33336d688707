import type { ListQuery, Position } from '@service/billing/ports/listing.ts';
import { note } from '@service/billing/resources/note.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderer } from '../../../documents/xml/rendering/renderer.ts';
import type { ApiRequest, ListEndpoint, ListedRecord } from '../endpoint.ts';
import { MOST_PAGE_BYTES, READ_AT_ONCE, readPage } from './read-page.ts';

interface Heavy extends ListedRecord {
  readonly id: string;
  readonly message: string;
}

const render = () => renderer({ turn: async () => {}, grow: () => {}, abandoned: () => false });
const request = { async turn() {} } as ApiRequest;
const rendering = { version: '2.19', address: () => undefined } as const;

/** A list of records in memory; `most` notes how many were read at once. */
const listOf = (records: readonly Heavy[], changes: Partial<ListEndpoint> = {}) => {
  const read = { most: 0 };
  const list: ListEndpoint = {
    name: 'heavy',
    path: '/v2/heavy',
    resource: note,
    filter: async () => ({}),
    async list(_request, { order, from, limit }) {
      const back = from?.back ?? false;
      const ascending = (order === 'asc') !== back;
      const sorted = records.toSorted((a, b) => (a.id < b.id ? -1 : 1) * (ascending ? 1 : -1));
      const rest = from ? sorted.filter(({ id }) => (ascending ? id > from.id : id < from.id)) : sorted;
      const page = rest.slice(0, limit);
      read.most = Math.max(read.most, page.length);
      return { records: back ? page.reverse() : page, more: rest.length > limit };
    },
    count: async () => records.length,
    idOf: (record) => (record as Heavy).id,
    ...changes,
  };
  return { list, read };
};

const heavy = (bytes: number, n: number): Heavy => ({
  id: String(n).padStart(32, '0'),
  created_at: 1000 + (n >> 2),
  message: 'x'.repeat(bytes),
});

const ids = (records: readonly ListedRecord[]): string[] => records.map((record) => (record as Heavy).id);

/** Follows the list from one page to the next, or back again. */
const follow = async (list: ListEndpoint, query: Omit<ListQuery<unknown>, 'filter'>) => {
  const pages: string[][] = [];
  let from: Position | undefined = query.from;
  for (;;) {
    const page = await readPage(
      { list, request, rendering, render: render() },
      { ...query, filter: {}, ...(from && { from }) },
    );
    expect(page.document.bytes).toBe(Buffer.byteLength(page.document.parts.join('')));
    expect(page.document.bytes).toBeLessThanOrEqual(MOST_PAGE_BYTES);
    pages.push(ids(page.records));
    const back = query.from?.back ?? false;
    const last = back ? page.records.at(0) : page.records.at(-1);
    if (!page.more || !last) return pages;
    from = { id: list.idOf(last), at: last.created_at, back };
  }
};

test('for records of any size, a client that follows the links sees each once, forwards and back', async () => {
  const weights = fc.array(fc.constantFrom(10, 100_000, 1_500_000, 3_900_000, 7_000_000), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      weights,
      fc.constantFrom('asc', 'desc'),
      fc.integer({ min: 1, max: 6 }),
      async (sizes, order, limit) => {
        const records = sizes.map((bytes, n) => heavy(bytes, n + 1));
        const { list } = listOf(records);
        const all = order === 'asc' ? ids(records) : ids(records).reverse();

        const forwards = await follow(list, { sort: 'created_at', order, limit });
        expect(forwards.flat()).toEqual(all);
        expect(forwards.every((page) => page.length <= limit)).toBe(true);

        const behind = { id: order === 'asc' ? 'f'.repeat(32) : '', at: 0, back: true };
        const backwards = await follow(list, { sort: 'created_at', order, limit, from: behind });
        expect(backwards.reverse().flat()).toEqual(all);
      },
    ),
    { numRuns: 40 },
  );
});

test('small records are read a few at a time, and fill the page', async () => {
  const { list, read } = listOf(Array.from({ length: 230 }, (_, n) => heavy(10, n)));
  const pages = await follow(list, { sort: 'created_at', order: 'desc', limit: 200 });
  expect(pages.map(({ length }) => length)).toEqual([200, 30]);
  expect(read.most).toBe(READ_AT_ONCE);
});

test('records of a large page are not read before they are consumed', async () => {
  const taken: string[] = [];
  const { list } = listOf(
    Array.from({ length: 20 }, (_, n) => heavy(3_000_000, n)),
    {
      async *views(_request, records) {
        for (const record of records) {
          taken.push((record as Heavy).id);
          yield record;
        }
      },
    },
  );
  await readPage(
    { list, request, rendering, render: render() },
    { filter: {}, sort: 'created_at', order: 'asc', limit: 200 },
  );
  // Two fit, and the third is found not to.
  expect(taken.length).toBe(3);
});

test('a record that is larger than a page shows fewer embedded entries', async () => {
  const embeds: number[] = [];
  const { list } = listOf([heavy(10, 1), heavy(10, 2)], {
    async *views(_request, records, embedded) {
      for (const record of records) {
        embeds.push(embedded);
        yield { ...record, message: 'x'.repeat(embedded * 40_000) };
      }
    },
  });
  const pages = await follow(list, { sort: 'created_at', order: 'asc', limit: 200 });
  // 500 come to 20 MB, 250 to 10 MB, 50 to 2 MB.
  expect(pages).toEqual([ids([heavy(10, 1)]), ids([heavy(10, 2)])]);
  expect(embeds).toEqual([500, 250, 50, 500, 500, 250, 50]);
});
