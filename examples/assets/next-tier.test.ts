import { beforeEach, expect, test, vi } from 'vitest';
import { nextTierOf } from './next-tier.js';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});

const tier = (ending_quantity: number, unit_amount: number) => ({
  ending_quantity,
  currencies: [{ currency_code: 'USD', unit_amount }],
});

test.each([
  ['tiered', 5, ', from the 6th: $2.00 each'],
  ['tiered', 20, ', from the 21st: $2.00 each'],
  ['volume', 10, ', from 11: $2.00 each'],
])('an extra that is %s, with a first tier of %i, says%s', (tier_type, end, words) => {
  expect(nextTierOf({ tier_type, tiers: [tier(end, 3), tier(99, 2)] }, 'USD')).toBe(words);
});

test('an extra with one price says nothing, nor one without a price in the currency', () => {
  expect(nextTierOf({ tier_type: 'flat' }, 'USD')).toBe('');
  expect(nextTierOf(undefined, 'USD')).toBe('');
  expect(nextTierOf({ tier_type: 'tiered', tiers: [tier(5, 3), tier(99, 2)] }, 'EUR')).toBe('');
});
