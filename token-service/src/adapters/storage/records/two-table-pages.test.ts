import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('.', import.meta.url);
const PLACE = /\(((\w)\.\w+, (\w)\.\w+), (\w)\.\w+\) > \((\$\d), (\$\d), \$\d\)/g;

test('a page whose place is in two tables also begins at its place in the first, of which there is an index', () => {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return [...text.matchAll(PLACE)].map(([place, , one, , other, ...values]) => ({
        place,
        isInTwo: one !== other,
        // The name of a column may be that of the other table.
        begins: new RegExp(`\\(${one}\\.\\w+, ${one}\\.\\w+\\) >= \\(\\${values[0]}, \\${values[1]}\\)`).test(text),
      }));
    })
    .filter(({ isInTwo }) => isInTwo);
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ begins }) => !begins)).toEqual([]);
});
