import { expect, test } from 'vitest';
import { type HeldCredit, payFromCredit } from './pay-from-credit.ts';

const credit = (id: string, balance: number, createdAt: number): HeldCredit => ({ id, balance, createdAt });

const used = ({ payments, due }: ReturnType<typeof payFromCredit>) => [
  ...payments.map(({ id, amount }) => `${id} ${amount}`),
  `due ${due}`,
];

test('B: a gift card covers an invoice', () => {
  expect(used(payFromCredit(45_68, [], credit('gift', 50_00, 9)))).toEqual(['gift 4568', 'due 0']);
});

test('the oldest credit goes first, equally old ones by id, the gift card last', () => {
  const held = [credit('a new one', 100, 3), credit('y', 100, 1), credit('x', 100, 1)];
  expect(used(payFromCredit(350, held, credit('gift', 100, 0)))).toEqual([
    'x 100',
    'y 100',
    'a new one 100',
    'gift 50',
    'due 0',
  ]);
});

test('what is not needed is not used', () => {
  expect(used(payFromCredit(0, [credit('a', 100, 1)]))).toEqual(['due 0']);
});
