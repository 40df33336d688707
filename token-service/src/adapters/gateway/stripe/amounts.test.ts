import { isCurrency } from '@service/billing/resources/currencies.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { shownAmount as atSimulator } from '@service/gateway-simulator/src/pages/serve-challenge.ts';
import { expect, test } from 'vitest';
import { CARD_CURRENCIES, fromStripe, toStripe } from './amounts.ts';

test.each([
  ['USD', 1999, 1999],
  ['JPY', 500, 500],
  ['HUF', 17_500, 17_500],
  // 5 ISK are 500 for Stripe, always with 00.
  ['ISK', 5, 500],
  ['UGX', 3_600, 360_000],
])('%s: %i in its minor unit is %i for Stripe', (currency, ours, theirs) => {
  expect(toStripe(ours, currency)).toBe(theirs);
  expect(fromStripe(theirs, currency.toLowerCase())).toBe(ours);
});

test('every currency is one of ISO 4217', () => {
  expect([...CARD_CURRENCIES].filter((currency) => !isCurrency(currency))).toEqual([]);
  expect(CARD_CURRENCIES.size).toBeGreaterThan(130);
  expect(CARD_CURRENCIES.has('MGA')).toBe(false);
});

test('the bank of the gateway simulator shows the amount that the customer pays, in every currency', () => {
  for (const currency of CARD_CURRENCIES) {
    const shown = atSimulator(toStripe(129_950, currency), currency.toLowerCase());
    expect(shown.replace('.00 ', ' ')).toBe(amountText(129_950, currency));
  }
});
