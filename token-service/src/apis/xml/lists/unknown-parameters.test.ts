import { expect, test } from 'vitest';
import { unknownParameters } from './unknown-parameters.ts';

const warnings = (query: string, ...filters: string[]) => unknownParameters({ filters }, new URLSearchParams(query));

test('each parameter that the list does not know has one warning', () => {
  expect(warnings('colour=red&state=active&colour=blue&per_page=2&cursor=1&size=', 'state')).toEqual([
    '299 - "unknown parameter colour"',
    '299 - "unknown parameter size"',
  ]);
  expect(warnings('state=active')).toEqual(['299 - "unknown parameter state"']);
});

test('names cannot end the header or make it long', () => {
  expect(warnings('a%22%5C%0D%0AX-Evil:%20%C3%BC=1')).toEqual(['299 - "unknown parameter a\\"\\\\??X-Evil: ?"']);
  expect(warnings(`${'n'.repeat(500)}=1`)).toEqual([`299 - "unknown parameter ${'n'.repeat(50)}"`]);
  const many = new URLSearchParams(Array.from({ length: 30 }, (_, n) => [`p${n}`, '1']));
  expect(unknownParameters({}, many)).toHaveLength(10);
});
