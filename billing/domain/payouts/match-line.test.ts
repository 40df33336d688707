import { expect, it } from 'vitest';
import { type LineInBooks, matchLine } from './match-line.ts';
import type { PayoutLineRecord } from './payout.ts';

const NOTHING: LineInBooks = {
  transaction: undefined,
  payment: undefined,
  dispute: undefined,
  payout: undefined,
  left_in_cents: null,
  accepted_in_cents: 0,
};
const aLine = (changes: Partial<PayoutLineRecord> = {}): PayoutLineRecord => ({
  ...{ payout_id: 'p', gateway_code: 'main', position: 1, line: 'txn_1', kind: 'charge', reference: 'pi_1' },
  ...{ payment: 'pi_1', made_at: 0, gross_in_cents: 1000, fee_in_cents: 59, net_in_cents: 941 },
  ...{ charged_in_cents: 1000, charged_currency: 'USD', posted_fee_in_cents: 59 },
  ...changes,
});
const paid = { amount_in_cents: 1000, currency: 'USD', status: 'success' };
const result = (line: Partial<PayoutLineRecord>, books: Partial<LineInBooks>): string => {
  const matched = matchLine(aLine(line), { ...NOTHING, ...books });
  return `${matched.result} ${matched.booked_in_cents} ${matched.difference_in_cents}`;
};
const taken = { kind: 'refund', gross_in_cents: -1000, charged_in_cents: -1000, reference: 're_1' } as const;

it('a payment in the books is matched by its amount and currency', () => {
  expect(result({}, { transaction: paid })).toBe('matched 1000 0');
  expect(result({}, { transaction: { ...paid, amount_in_cents: 990 } })).toBe('amount_differs 990 10');
  expect(result({}, { transaction: { ...paid, currency: 'EUR' } })).toBe('amount_differs 0 1000');
});

it('a payment that the books do not have, or have as declined, is only at the gateway', () => {
  expect(result({}, {})).toBe('only_gateway null 1000');
  expect(result({}, { transaction: { ...paid, status: 'declined' } })).toBe('only_gateway null 1000');
  expect(result({}, { left_in_cents: 0 })).toBe('returned null 0');
});

it('a debit that the bank returned has the sign of its line', () => {
  const back = { gross_in_cents: -1000, charged_in_cents: -1000 };
  expect(result(back, { transaction: { ...paid, status: 'void' } })).toBe('matched -1000 0');
});

it('a refund is that of the books, or the end of a payment that was voided', () => {
  expect(result(taken, { transaction: { ...paid, status: 'failed' } })).toBe('matched -1000 0');
  expect(result(taken, { payment: { ...paid, status: 'void' } })).toBe('matched -1000 0');
  expect(result(taken, { payment: paid })).toBe('only_gateway null -1000');
});

it('a chargeback is its dispute; without one, its fee is not in the ledger either', () => {
  const chargeback = { ...taken, kind: 'chargeback', fee_in_cents: 1500, posted_fee_in_cents: 0 } as const;
  expect(result(chargeback, { dispute: { amount_in_cents: 1000, currency: 'USD' } })).toBe('matched -1000 0');
  expect(result(chargeback, { payment: { ...paid, status: 'void' } })).toBe('matched -1000 0');
  expect(result(chargeback, { payment: paid })).toBe('only_gateway null -2500');
});

it('fees, adjustments and earlier payouts that came back', () => {
  const none = { reference: null, payment: null } as const;
  expect(result({ ...none, kind: 'fee' }, {})).toBe('fee null 0');
  expect(result({ ...none, kind: 'adjustment' }, {})).toBe('only_gateway null 1000');
  expect(result({ kind: 'payout' }, { payout: { amount_in_cents: 1000, currency: 'USD' } })).toBe('matched 1000 0');
  expect(result({ kind: 'payout' }, {})).toBe('only_gateway null 1000');
});

it('what was accepted is no longer open, until the books change', () => {
  expect(result({}, { accepted_in_cents: 1000 })).toBe('accepted null 0');
  expect(result({}, { accepted_in_cents: 400 })).toBe('only_gateway null 600');
  expect(result({}, { accepted_in_cents: 1000, transaction: paid })).toBe('amount_differs 1000 -1000');
});
