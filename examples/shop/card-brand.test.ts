import { expect, test } from 'vitest';
import { cardBrand } from './card-brand.ts';

test.each([
  ['Visa', 'Visa'],
  ['UnionPay', 'UnionPay'],
  ['Unknown', 'Card'],
  [undefined, 'Card'],
])('a card of the type %s is shown as %s', (type, shown) => {
  expect(cardBrand(type)).toBe(shown);
});
