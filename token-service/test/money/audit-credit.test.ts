import { expect, test } from 'vitest';
import type { Row } from '../../src/adapters/storage/database.ts';
import { creditReceived } from './audit-credit.ts';
import type { Books } from './read-books.ts';

const charge = { uuid: 'charge', type: 'charge', invoice_number: 1000, origin: 'renewal', total_in_cents: 100 };
const credit = { uuid: 'credit', type: 'credit', invoice_number: 1001, origin: 'immediate_change' };

/** A charge of 1.00, of which so many cents were credited, paid and owed; the credit pays `used` of it. */
const books = (credited: number, received: number, owed: number, used = 0): Books => {
  const state = owed > 0 ? 'past_due' : 'paid';
  const none: Row[] = [];
  return {
    invoices: [{ ...charge, state, credited_in_cents: credited, balance_in_cents: owed }, credit],
    lines: [
      { uuid: 'line', invoice_id: 'charge', original_adjustment_uuid: null, total_in_cents: 100 },
      { uuid: 'taken', invoice_id: 'credit', original_adjustment_uuid: 'line', total_in_cents: -credited },
    ],
    transactions: [
      { uuid: 'payment', invoice_id: 'charge', action: 'purchase', status: 'success', amount_in_cents: received },
    ],
    creditPayments: [
      {
        uuid: 'use',
        original_invoice_id: 'credit',
        applied_to_invoice_id: 'charge',
        voided_at: null,
        original_credit_payment_uuid: null,
        amount_in_cents: used,
      },
    ],
    movements: none,
    entries: none,
    calls: [],
    giftCards: none,
    subscriptions: none,
    coupons: none,
    redemptions: none,
    intents: none,
    disputes: none,
    payouts: none,
    payoutLines: none,
    payoutAcceptances: none,
  };
};

test('credit for what was received, and credit that pays the charge itself', () => {
  expect(creditReceived(books(100, 100, 0))).toEqual([]);
  expect(creditReceived(books(60, 0, 40, 60))).toEqual([]);
  expect(creditReceived(books(90, 30, 0, 70))).toEqual([]);
});

test('credit for what was never paid', () => {
  expect(creditReceived(books(100, 0, 100))).toEqual([
    'Of 100 of invoice 1000 (renewal, past_due), 100 is credited and 100 owed',
    'For invoice 1000 (renewal, past_due) 0 was received, and 100 is open or was spent elsewhere',
  ]);
  expect(creditReceived(books(90, 30, 0, 50))).toEqual([
    'For invoice 1000 (renewal, paid) 30 was received, and 40 is open or was spent elsewhere',
  ]);
  expect(creditReceived(books(120, 120, 0))[0]).toContain('120 is credited');
});
