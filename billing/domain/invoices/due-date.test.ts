import { expect, it } from 'vitest';
import { isoTime, readTime } from '../../values/time.ts';
import { dueDate, isDueOnReceipt } from './due-date.ts';

const due = (at: string, net_terms: number, net_terms_type: 'net' | 'eom') =>
  isoTime(dueDate(readTime(at) ?? 0, { net_terms, net_terms_type }));

it('counts net terms from the date of the invoice', () => {
  expect(due('2027-02-10T09:30:00Z', 0, 'net')).toBe('2027-02-10T09:30:00Z');
  expect(due('2027-02-10T09:30:00Z', 30, 'net')).toBe('2027-03-12T09:30:00Z');
});

it('counts end-of-month terms from the last day of the month of the invoice', () => {
  expect(due('2027-02-10T09:30:00Z', 0, 'eom')).toBe('2027-02-28T09:30:00Z');
  // 28 February and 15 days.
  expect(due('2027-02-10T09:30:00Z', 15, 'eom')).toBe('2027-03-15T09:30:00Z');
  // An invoice of the last day itself has no other month to wait for.
  expect(due('2028-02-29T23:59:59Z', 1, 'eom')).toBe('2028-03-01T23:59:59Z');
  expect(due('2027-12-01T00:00:00Z', 10, 'eom')).toBe('2028-01-10T00:00:00Z');
});

it('says which invoices are due at once', () => {
  expect(isDueOnReceipt({ net_terms: 0, net_terms_type: 'net' })).toBe(true);
  expect(isDueOnReceipt({ net_terms: 0, net_terms_type: 'eom' })).toBe(false);
  expect(isDueOnReceipt({ net_terms: 1, net_terms_type: 'net' })).toBe(false);
});
