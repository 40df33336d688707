import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REFUND_METHODS, type RefundMethod } from '../../resources/refund.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import { allocateRefund, type Paid, type Payment } from './allocation.ts';

const payment = (uuid: string, left: number, gateway_code: string | null = 'test'): Payment => ({
  transaction: { uuid, gateway_code } as TransactionRecord,
  left,
});
const paid = (changes: Partial<Paid>): Paid => ({ payments: [], behindCredit: [], byCredit: 0, ...changes });

/** The amount refunded through each payment, `-` where the payment is not recorded, or the issues. */
const shared = (amount: number, refundable: number, how: Paid, method: RefundMethod, external = false) => {
  const { legs, issues } = allocateRefund(amount, refundable, how, method, external);
  if (issues.length > 0) return issues.map(({ field, symbol }) => `${field} ${symbol}`);
  return legs.map(({ payment: one, amount: cents }) => `${one?.transaction.uuid ?? '-'} ${cents}`);
};

describe('50.00 of 100.00, paid by 20.00 of credit and 80.00 by card', () => {
  const how = paid({ payments: [payment('card', 8000)], byCredit: 2000 });

  test.each([
    ['credit_first', ['card 3000']],
    ['transaction_first', ['card 5000']],
    ['all_transaction', ['card 5000']],
    ['all_credit', []],
  ] as const)('%s', (method, legs) => {
    expect(shared(5000, 10_000, how, method)).toEqual(legs);
  });

  test('credit that was refunded once does not come first again', () => {
    expect(shared(5000, 5000, paid({ payments: [payment('card', 5000)], byCredit: 2000 }), 'credit_first')).toEqual([
      'card 5000',
    ]);
  });

  test('a refund in money is limited to the money that was paid', () => {
    expect(shared(9000, 10_000, how, 'transaction_first')).toEqual(['card 8000']);
    expect(shared(9000, 10_000, how, 'all_transaction')).toEqual(['invoice.refund_method invalid']);
  });

  test('unless the credit was money once', () => {
    const behind = { ...payment('first', 3000), credit_payment: 'used' };
    expect(shared(9000, 10_000, { ...how, behindCredit: [behind] }, 'all_transaction')).toEqual([
      'card 8000',
      'first 1000',
    ]);
  });
});

describe('a payment by hand', () => {
  const mixed = paid({ payments: [payment('check', 3000, null), payment('card', 7000)] });

  test('comes last, and is refunded only by hand', () => {
    expect(shared(7000, 10_000, mixed, 'credit_first')).toEqual(['card 7000']);
    expect(shared(7001, 10_000, mixed, 'credit_first')).toEqual(['invoice.external_refund blank']);
    expect(shared(7001, 10_000, mixed, 'credit_first', true)).toEqual(['check 3000', 'card 4001']);
    expect(shared(7001, 10_000, mixed, 'all_credit')).toEqual([]);
  });

  test('that is not recorded is refunded by hand, or as credit', () => {
    expect(shared(5000, 10_000, paid({}), 'credit_first')).toEqual([]);
    expect(shared(5000, 10_000, paid({}), 'credit_first', true)).toEqual(['- 5000']);
  });
});

test('several payments are refunded in turn, the newest first', () => {
  const how = paid({ payments: [payment('newest', 2000), payment('oldest', 3000)] });
  expect(shared(4500, 5000, how, 'credit_first')).toEqual(['newest 2000', 'oldest 2500']);
});

test('no payment refunds more than is left of it, and all of them together return at most what was requested', () => {
  const many = fc.array(fc.record({ left: fc.integer({ min: 1, max: 9000 }), byHand: fc.boolean() }), { maxLength: 4 });
  const examples = fc.record({
    share: fc.integer({ min: 1, max: 100 }),
    byCredit: fc.nat(9000),
    unrecorded: fc.nat(9000),
  });
  fc.assert(
    fc.property(many, examples, fc.constantFrom(...REFUND_METHODS), fc.boolean(), (list, example, method, external) => {
      const payments = list.map(({ left, byHand }, n) => payment(String(n), left, byHand ? null : 'test'));
      const money = list.reduce((sum, { left }) => sum + left, 0);
      const refundable = money + example.byCredit + example.unrecorded;
      fc.pre(refundable > 0);
      const amount = Math.ceil((refundable * example.share) / 100);
      const { legs, issues } = allocateRefund(
        amount,
        refundable,
        paid({ payments, byCredit: example.byCredit }),
        method,
        external,
      );
      if (issues.length > 0) return;
      const back = legs.reduce((sum, leg) => sum + leg.amount, 0);
      for (const leg of legs) expect(leg.amount).toBeLessThanOrEqual(leg.payment?.left ?? refundable);
      expect(back).toBeLessThanOrEqual(amount);
      if (method === 'all_credit') expect(back).toBe(0);
      if (method === 'all_transaction') expect(back).toBe(amount);
      if (method === 'transaction_first')
        expect(back).toBe(Math.min(amount, money + (external ? example.unrecorded : 0)));
    }),
  );
});
