import { expect, test } from 'vitest';
import { convertedAmounts, taxCurrencyOfInvoice } from './tax-conversion.ts';

const vat = (region: string) => ({ type: 'vat', region });

test.each([
  ['PLN', 'EUR', [vat('PL')]],
  ['EUR', 'USD', [vat('FR')]],
  ['GBP', 'EUR', [{ type: 'gb', region: 'VAT' }]],
  [
    'CAD',
    'USD',
    [
      { type: 'ca', region: 'GST' },
      { type: 'ca', region: 'QST' },
    ],
  ],
  ['nothing: its own', 'EUR', [vat('DE')]],
  ['nothing: of two countries', 'USD', [vat('DE'), vat('PL')]],
  ['nothing: no tax', 'USD', []],
  ['nothing: a country without a known currency', 'USD', [{ type: 'xx', region: 'VAT' }]],
])('a tax is stated in %s', (expected, currency, taxes) => {
  const found = taxCurrencyOfInvoice({ taxes, tax_in_cents: 100, currency });
  expect(found).toBe(expected.startsWith('nothing') ? undefined : expected);
});

test('an invoice without an amount of tax, and one of an earlier release, need no other currency', () => {
  expect(taxCurrencyOfInvoice({ taxes: [vat('PL')], tax_in_cents: 0, currency: 'EUR' })).toBeUndefined();
  expect(taxCurrencyOfInvoice({ taxes: null, tax_in_cents: 100, currency: 'EUR' })).toBeUndefined();
});

test('amounts are converted over the euro, each rounded once', () => {
  // 30.00 USD: 30 / 1.16 * 4.23 = 109.3965…; 6.90 USD: 6.9 / 1.16 * 4.23 = 25.1612…
  const conversion = { currency: 'PLN', day: '2026-11-27', rates: { from: '1.16', to: '4.23' } };
  expect(convertedAmounts(conversion, { subtotal_in_cents: 30_00, tax_in_cents: 6_90 }, 'USD')).toEqual({
    currency: 'PLN',
    subtotal_in_cents: 10_940,
    tax_in_cents: 25_16,
  });
});
