import { expect, test } from 'vitest';
import { splitName } from './cardholder.ts';

test.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Augusta Ada   King ', 'Augusta Ada', 'King'],
  ['Ada', 'Ada', ''],
  ['', '', ''],
])('splits %j into %j and %j', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name });
});
