import { describe, expect, test } from 'vitest';
import type { TransactionRecord } from './record.ts';
import { afterRefund, leftOf } from './refund.ts';
import { asSettled } from './settled.ts';

const at = (time: string): number => Date.parse(time) / 1000;
const payment = (changes: Partial<TransactionRecord> = {}) =>
  ({
    gateway_code: 'test',
    action: 'purchase',
    status: 'success',
    amount_in_cents: 4000,
    voidable: true,
    refundable: true,
    updated_at: at('2026-11-20T12:00:00Z'),
    ...changes,
  }) as TransactionRecord;
const refund = (amount_in_cents: number, status: TransactionRecord['status'] = 'success') =>
  payment({ action: 'refund', amount_in_cents, status });

describe('a card payment settles', () => {
  test.each([
    ['2026-11-20T23:59:59Z', true],
    ['2026-11-21T00:00:00Z', false],
  ])('with its day: at %s it can be voided: %s', (now, voidable) => {
    expect(asSettled(payment(), at(now)).voidable).toBe(voidable);
  });

  test('an authorization does not', () => {
    expect(asSettled(payment({ action: 'authorization' }), at('2026-11-25T00:00:00Z')).voidable).toBe(true);
  });
});

test('a refund counts unless it failed', () => {
  expect(leftOf(payment(), [refund(1000), refund(500, 'failed'), refund(700, 'scheduled')])).toBe(2300);
});

test.each([
  ['nothing of it', [], 4000, [true, true]],
  ['some of it', [refund(1)], 3999, [false, true]],
  ['all of it', [refund(4000)], 0, [false, false]],
  ['some of its invoice as credit', [], 3000, [false, true]],
  ['all of its invoice as credit', [], 0, [false, false]],
] as const)('refunded %s', (_, refunds, refundable, [voidable, still]) => {
  expect(afterRefund(payment(), refunds, refundable, 0)).toMatchObject({ voidable, refundable: still });
});

test('a payment by hand is not refunded by a gateway', () => {
  expect(afterRefund(payment({ gateway_code: null }), [], 4000, 0).refundable).toBe(false);
});

test('a refund that the bank returned can be repeated', () => {
  const drained = afterRefund(payment(), [refund(4000, 'processing')], 1000, 0);
  expect(drained.refundable).toBe(false);
  expect(afterRefund(drained, [refund(4000, 'failed')], 1000, 0)).toMatchObject({ voidable: false, refundable: true });
});

test('a payment that has settled stays settled when one of its refunds fails', () => {
  const next = at('2026-11-21T09:00:00Z');
  const after = afterRefund(payment(), [refund(4000, 'failed')], 4000, next);
  expect(asSettled(after, next)).toMatchObject({ voidable: false, refundable: true });
});
