import { describe, expect, it } from 'vitest';
import type { DisputeClosed, DisputeOpened } from '../payments/gateway-notification.ts';
import { answeredAt, type DisputeRecord, daysToAnswer, disputeAfter } from './dispute.ts';

const about = {
  id: 'm',
  dispute: 'dp_1',
  reference: 'payment-1',
  amount_in_cents: 4200,
  currency: 'USD',
  reason: 'fraudulent',
  fee: null,
};
const inquiry: DisputeOpened = { ...about, kind: 'dispute_opened', at: 100, withdrawn: false, evidence_due_at: 900 };
const withdrawal: DisputeOpened = { ...inquiry, at: 200, withdrawn: true, evidence_due_at: null };
const won: DisputeClosed = { ...about, kind: 'dispute_closed', at: 300, outcome: 'won' };
const lost: DisputeClosed = { ...won, outcome: 'lost' };

const NEW = {
  id: 'd',
  gateway_code: 'main',
  account_id: 'a',
  transaction_uuid: 't',
  booked: true,
  opened_at: 150,
};
/** Returns the dispute after reports in the order of their arrival; those without news change nothing. */
const after = (...reports: readonly (DisputeOpened | DisputeClosed)[]): DisputeRecord => {
  let dispute: DisputeRecord | undefined;
  for (const report of reports) dispute = disputeAfter(dispute ?? NEW, report, 150) ?? dispute;
  if (!dispute) throw new Error('no dispute');
  return dispute;
};

it('an inquiry withdraws nothing, and becomes a dispute when the gateway withdraws the amount', () => {
  expect(after(inquiry)).toMatchObject({ state: 'inquiry', withdrawn_in_cents: 0, evidence_due_at: 900 });
  expect(after(inquiry, withdrawal)).toMatchObject({ state: 'open', withdrawn_in_cents: 4200, evidence_due_at: 900 });
});

it('a decision ends it, with nothing left withdrawn', () => {
  expect(after(inquiry, withdrawal, won)).toMatchObject({ state: 'won', withdrawn_in_cents: 0, closed_at: 150 });
  expect(after(lost)).toMatchObject({ state: 'lost', withdrawn_in_cents: 0, reason: 'fraudulent' });
});

describe('reports in any order and number end in the same state', () => {
  const permutations = <T>(items: readonly T[]): T[][] =>
    items.length < 2
      ? [[...items]]
      : items.flatMap((item, n) => permutations(items.toSpliced(n, 1)).map((rest) => [item, ...rest]));
  const orders = permutations([inquiry, withdrawal, lost, inquiry, lost]);

  it.each([...new Set(orders.map((order) => JSON.stringify(order)))])('%s', (order) => {
    expect(after(...(JSON.parse(order) as DisputeOpened[]))).toMatchObject({ state: 'lost', withdrawn_in_cents: 0 });
  });
});

it('of two decisions, the later one at the gateway is right', () => {
  const later = { ...won, at: 400 };
  for (const order of [
    [lost, later],
    [later, lost],
  ]) {
    expect(after(...order).state).toBe('won');
  }
});

it('an earlier report changes nothing, and neither does one that withdraws the same at the same second', () => {
  expect(after(withdrawal, inquiry)).toMatchObject({ state: 'open', reported_at: 200 });
  expect(after(withdrawal, { ...inquiry, at: 200 })).toMatchObject({ state: 'open', withdrawn_in_cents: 4200 });
});

it('evidence answers a dispute until the amount of an answered inquiry is withdrawn', () => {
  const evidence = { sent_at: 160, sent_by: 'operator:ada', texts: {} };
  const answered: DisputeRecord = { ...after(inquiry), evidence, answered: true };
  // Due at 900, with whole days left before it: (900 + 86,400 − 160) / 86,400 = 1 day.
  const due = { evidence_due_at: 900 + 86_400 };
  expect([daysToAnswer({ ...after(inquiry), ...due }, 160), answeredAt(after(inquiry))]).toEqual([1, null]);
  expect([daysToAnswer({ ...answered, ...due }, 160), answeredAt(answered)]).toEqual([null, 160]);
  const reported = disputeAfter(answered, { ...inquiry, at: 250 }, 250)!;
  expect(answeredAt(reported)).toBe(160);
  const escalated = disputeAfter(answered, { ...withdrawal, ...due }, 250)!;
  expect([daysToAnswer(escalated, 160), answeredAt(escalated), escalated.evidence]).toEqual([1, null, evidence]);
  expect(answeredAt(disputeAfter({ ...answered, state: 'open' }, won, 350)!)).toBe(null);
});

it('a fee stays until the gateway reports another', () => {
  const fee = { amount_in_cents: 1500, currency: 'EUR' };
  expect(after({ ...withdrawal, fee }, won)).toMatchObject({ fee_in_cents: 1500, fee_currency: 'EUR' });
  const refunded = { ...won, fee: { ...fee, amount_in_cents: 0 } };
  expect(after({ ...withdrawal, fee }, refunded)).toMatchObject({ fee_in_cents: 0, fee_currency: 'EUR' });
});
