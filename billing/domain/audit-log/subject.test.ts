import { expect, test } from 'vitest';
import { auditSubject } from './subject.ts';

const uuid = '0194f6c8a1b27c3d8e4f5a6b7c8d9e0f';

test.each([
  ['account.closed', 'customer-1', { kind: 'account', id: 'customer-1' }],
  ['account.closed', 'a/b', { kind: 'account', id: 'a/b' }],
  ['order.completed', 'customer-1', { kind: 'account', id: 'customer-1' }],
  ['shipping_address.removed', 'customer/1/3', { kind: 'account', id: 'customer/1' }],
  ['coupon.redeemed', 'SPRING/customer/1', { kind: 'account', id: 'customer/1' }],
  ['subscription.canceled', uuid, { kind: 'subscription', id: uuid }],
  ['subscription.changed', 'customer-1', { kind: 'account', id: 'customer-1' }],
  ['invoice.refunded', 'FR1001', { kind: 'invoice', id: 'FR1001' }],
  ['dispute.open', uuid, { kind: 'payment', id: uuid }],
  ['message.retried', uuid, { kind: 'message', id: uuid }],
] as const)('%s of %s names a record of a customer', (action, subject, named) => {
  expect(auditSubject({ action, subject })).toEqual(named);
});

test.each([
  ['coupon.created', 'SPRING'],
  ['plan.updated', 'gold'],
  ['site.changed', 'demo'],
  ['none', 'customer-1'],
])('%s of %s is about no customer', (action, subject) => {
  expect(auditSubject({ action, subject })).toBeUndefined();
});
