import { expect, test } from 'vitest';
import { cardBrand } from './card-brand.ts';

test.each([
  ['UnionPay', 'UnionPay'],
  ['Unknown', 'Card'],
  ['', 'Card'],
  [undefined, 'Card'],
])('%s is shown as %s', (cardType, shown) => {
  expect(cardBrand(cardType)).toBe(shown);
});
