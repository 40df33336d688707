import { expect, test } from 'vitest';
import { postalFault } from '../assets/postal-codes.js';

test.each([
  ['US', '94105-1234'],
  ['US', ''],
  ['CA', 'h2x 1y4'],
  ['GB', 'SW1A 1AA'],
  ['GB', 'm11ae'],
  ['GB', 'EC1A 1BB'],
  ['FR', '75001'],
  ['DE', ' 01067 '],
  ['AU', '0800'],
  ['JP', '100-0001'],
  ['JP', '1000001'],
  ['IE', 'Dublin 2'],
  ['', 'ABC'],
])('%s can have the postal code %j', (country, postalCode) => {
  expect(postalFault(country, postalCode)).toBe('');
});

test.each([
  ['US', '00000', '94105'],
  ['CA', '94105', 'K1A 0B1'],
  ['GB', '123', 'SW1A 1AA'],
  ['FR', 'x', '75001'],
  ['DE', 'ABC', '10115'],
  ['AU', '99999', '2000'],
  ['JP', '12345', '100-0001'],
])('%s cannot have the postal code %j, and the shop shows one such as %s', (country, postalCode, example) => {
  expect(postalFault(country, postalCode)).toMatch(new RegExp(`^Check the postal code\\. .*${example}\\.$`));
});
