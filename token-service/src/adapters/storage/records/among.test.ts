import { expect, test } from 'vitest';
import { among, powersOfTwo } from './among.ts';

test('a list of values is filled up to a power of two', () => {
  expect(among(['a', 'b', 'c'], 3)).toEqual({ sql: '($3, $4, $5, $6)', values: ['a', 'b', 'c', 'a'] });
  expect(among([], 3)).toEqual({ sql: '(NULL)', values: [] });
});

test('a list of rows is split into parts of a power of two, in order', () => {
  expect(powersOfTwo([1, 2, 3, 4, 5, 6, 7])).toEqual([[1, 2, 3, 4], [5, 6], [7]]);
  expect(powersOfTwo([])).toEqual([]);
});
