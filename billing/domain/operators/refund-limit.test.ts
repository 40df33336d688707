import { expect, it } from 'vitest';
import { isRefundLimited, refundDay, refundProofLimit } from './refund-limit.ts';

it('limits the refunds of those who may refund as support only', () => {
  expect(isRefundLimited(['support'])).toBe(true);
  expect(isRefundLimited(['support', 'analyst'])).toBe(true);
  expect(isRefundLimited(['support', 'finance'])).toBe(false);
  expect(isRefundLimited(['owner'])).toBe(false);
});

it('counts by the days of the site', () => {
  const at = Date.parse('2026-11-26T23:30:00Z') / 1000;
  expect(refundDay({ time_zone: 'UTC' }, at)).toBe('2026-11-26');
  expect(refundDay({ time_zone: 'Europe/Berlin' }, at)).toBe('2026-11-27');
});

it('asks for a proof above 500.00, or above a limit that is higher', () => {
  const limits = [10_000, 90_000, null].map((limit) => refundProofLimit({ operator_refund_limit_in_cents: limit }));
  expect(limits).toEqual([50_000, 90_000, 50_000]);
});
