import { expect, test } from 'vitest';
import { matchedBy } from './matched-by.ts';

const places = [
  { account_id: 'a', city: 'Wien', postal_code: '1010', is_of_method: true },
  { account_id: 'a', city: 'KØBENHAVN', postal_code: '1050 K', is_of_method: false },
];
const typed = (phrase: string, filters = {}) => ({ phrase, filters });

test.each([
  ['city', typed('Kobenhavn'), '1050 K KØBENHAVN'],
  ['city', typed('wien'), '1010 Wien, of a payment method'],
  ['postal_code_prefix', typed('1050-k'), '1050 K KØBENHAVN'],
  ['words', typed('ada', { city: 'Wien' }), '1010 Wien, of a payment method'],
  [undefined, typed('', { postal_code: '105' }), '1050 K KØBENHAVN'],
  ['city', typed('Berlin'), undefined],
  ['words', typed('ada'), undefined],
  ['code', typed('ada-1'), undefined],
  ['vat_number', typed('gb 1'), 'VAT number gb 1'],
])('a customer that was found by %s of %j shows %s', (by, text, shown) => {
  expect(matchedBy('customer', by, text, places)).toBe(shown);
});

test('a code that is worth money is not repeated', () => {
  expect(matchedBy('gift_card', 'redemption_code', typed('GIFT1'), [])).toBe('by its code');
  expect(matchedBy('coupon', 'unique_code', typed('UNIQUE-1'), [])).toBe('by a unique code');
});
