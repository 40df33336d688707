import { expect, test } from 'vitest';
import { withoutLongDigits } from './without-long-digits.ts';

test.each([
  ['invalid 4111111111111111, given twice: 4111 1111 1111 1111', 'invalid [digits], given twice: [digits]'],
  ['4111-1111-1111-1111', '[digits]'],
  ['123456789012', '[digits]'],
  ['port 5432 after 12345678901 ms', 'port 5432 after 12345678901 ms'],
])('%s is shown as %s', (text, shown) => {
  expect(withoutLongDigits(text)).toBe(shown);
});
