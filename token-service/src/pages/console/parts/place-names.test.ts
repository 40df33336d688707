import { expect, test } from 'vitest';
import { countriesByName, countryName } from './place-names.ts';

test('a code is the name of its country, and any other text stays as it is', () => {
  expect(['DE', 'gb', 'CA', 'ZZZ', 'Bavaria', ''].map(countryName)).toEqual([
    'Germany',
    'United Kingdom',
    'Canada',
    'ZZZ',
    'Bavaria',
    '',
  ]);
});

test('every country has a name of its own, and they are in its order', () => {
  const names = countriesByName().map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
});
