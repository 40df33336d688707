import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CursorOrder, readCursor, writeCursor } from './cursor.ts';

const id = fc.stringMatching(/^[0-9a-f]{32}$/);
const at = fc.integer({ min: 0, max: 9_999_999_999 });
const order = fc.record<CursorOrder>({
  sort: fc.constantFrom('created_at', 'updated_at'),
  order: fc.constantFrom('asc', 'desc'),
});

test('a cursor is parsed to the position it was created from, in every version', () => {
  fc.assert(
    fc.property(id, at, fc.boolean(), order, fc.integer({ min: 2, max: 19 }), (id, at, back, order, minor) => {
      const place = { id, at, back };
      expect(readCursor(writeCursor(place, order), order, `2.${minor}`)).toEqual(place);
    }),
  );
});

test('and is rejected in another order', () => {
  fc.assert(
    fc.property(id, at, order, order, (id, at, made, used) => {
      fc.pre(made.sort !== used.sort || made.order !== used.order);
      const cursor = writeCursor({ id, at, back: false }, made);
      expect(() => readCursor(cursor, used, '2.19')).toThrow(expect.objectContaining({ symbol: 'invalid_cursor' }));
    }),
  );
});

test('it is two numbers and a colon', () => {
  const cursor = writeCursor(
    { id: '019a0b1c2d3e7f00a1b2c3d4e5f60718', at: 1_795_176_000, back: true },
    { sort: 'created_at', order: 'desc' },
  );
  expect(cursor).toMatch(/^-\d{39}:1795176000$/);
});
