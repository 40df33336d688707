import { expect, test } from 'vitest';
import { moneyOf } from '../money/money.ts';
import { type HeldCredit, payFromCredit } from './pay-from-credit.ts';

const credit = (id: string, cents: number, createdAt: number, currency = 'USD'): HeldCredit => ({
  id,
  balance: moneyOf(cents, currency),
  createdAt,
});

const used = ({ payments, due }: ReturnType<typeof payFromCredit>) => [
  ...payments.map(({ id, amount }) => `${id} ${amount.cents}`),
  `due ${due.cents}`,
];

test('B: a gift card covers an invoice', () => {
  expect(used(payFromCredit(moneyOf(45_68, 'USD'), [], credit('gift', 50_00, 9)))).toEqual(['gift 4568', 'due 0']);
});

test('the oldest credit goes first, equally old ones by id, the gift card last', () => {
  const held = [credit('a new one', 100, 3), credit('y', 100, 1), credit('x', 100, 1)];
  expect(used(payFromCredit(moneyOf(350, 'USD'), held, credit('gift', 100, 0)))).toEqual([
    'x 100',
    'y 100',
    'a new one 100',
    'gift 50',
    'due 0',
  ]);
});

test('credit in another currency stays where it is', () => {
  expect(used(payFromCredit(moneyOf(100, 'USD'), [credit('euro', 100, 1, 'EUR')]))).toEqual(['due 100']);
});

test('what is not needed is not used', () => {
  expect(used(payFromCredit(moneyOf(0, 'USD'), [credit('a', 100, 1)]))).toEqual(['due 0']);
});
