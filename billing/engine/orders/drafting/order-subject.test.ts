import { expect, test } from 'vitest';
import { sell } from '../../../domain/subscriptions/testing/subscription.ts';
import { draftOrder, type OrderDraft } from './draft-order.ts';
import { soleAccountOf } from './order-subject.ts';
import { draftedItem, draftedOrder } from './testing/drafted-order.ts';

const order = draftedOrder([draftedItem('add', sell('2024-04-01'))]);
const draft = draftOrder({ ids: { uuid: () => 'id', secret: () => '' } }, order);

test('an order touches records of the account that it is for, which is named by its code until it exists', () => {
  expect(soleAccountOf(draft, order)).toBe('code:ada');
  expect(soleAccountOf({ ...draft, existing: true }, order)).toBe('ada');
});

const SHARED: readonly (readonly [string, Partial<OrderDraft>])[] = [
  ['a parent pays', { payer: { id: 'parent', account_code: 'parent' } }],
  ['a parent is chosen', { account: { parent_account_code: 'parent' } as OrderDraft['account'] }],
  ['the account pays for itself from now on', { account: { bill_to: 'self' } as OrderDraft['account'] }],
  ['invoices of another account are credited', { creditedAccounts: ['parent'] }],
  ['a gift card is redeemed', { reservation: { coupons: [], codes: [], gift_cards: ['card'] } }],
];

test.each(SHARED)('an order touches records of other accounts where %s', (_, more) => {
  expect(soleAccountOf({ ...draft, ...more }, order)).toBeUndefined();
});

test('an order touches records of other accounts where a line is for one of them', () => {
  const charges = [{ line: { account_id: 'child' } }] as unknown as (typeof order)['charges'];
  expect(soleAccountOf(draft, { charges })).toBeUndefined();
});
