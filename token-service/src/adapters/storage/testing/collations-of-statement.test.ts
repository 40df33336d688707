import { loadModule } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { comparedColumns } from './collations-of-statement.ts';

beforeAll(loadModule);

test.each([
  ['SELECT 1 FROM a r JOIN b ON b.id = r.other', [['b.id', 'a.other']]],
  [
    'SELECT (SELECT max(x.id) FROM b x WHERE x.one = r.other) FROM a r JOIN c x ON x.two = r.id',
    [
      ['b.one', 'a.other'],
      ['c.two', 'a.id'],
    ],
  ],
  [
    'SELECT 1 FROM a, b WHERE (a.one, a.two) = (b.three, b.four)',
    [
      ['a.one', 'b.three'],
      ['a.two', 'b.four'],
    ],
  ],
  [
    'SELECT 1 FROM a, b WHERE a.one IN (b.two, b.three)',
    [
      ['a.one', 'b.two'],
      ['a.one', 'b.three'],
    ],
  ],
  ['DELETE FROM a USING b WHERE a.one = b.two AND b.id = $1', [['a.one', 'b.two']]],
  ['UPDATE a SET id = 1 WHERE EXISTS (SELECT 1 FROM b WHERE b.one = a.two)', [['b.one', 'a.two']]],
  ['SELECT 1 FROM a, b WHERE a.one = b.two COLLATE "C"', []],
  ['SELECT 1 FROM a WHERE a.one = $1', []],
])('%s compares %j', (sql, pairs) => {
  expect(comparedColumns(sql)).toEqual(pairs);
});
