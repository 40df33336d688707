import { describe, expect, it } from 'vitest';
import { credited, paid, restored, spent } from './balance.ts';
import { payDrafts } from './pay-drafts.ts';
import type { InvoiceRecord } from './record.ts';

const charge = {
  type: 'charge',
  state: 'past_due',
  total_in_cents: 500,
  balance_in_cents: 300,
  refundable_total_in_cents: 0,
  credited_in_cents: 0,
  attempt_next_collection_at: 9,
  closed_at: null,
} as InvoiceRecord;
const credit = {
  type: 'credit',
  state: 'open',
  total_in_cents: -500,
  balance_in_cents: -300,
  closed_at: null,
} as InvoiceRecord;

describe('a charge invoice', () => {
  it('stays as it is while something is open', () => {
    expect(paid(charge, 100, 7)).toMatchObject({
      state: 'past_due',
      balance_in_cents: 200,
      refundable_total_in_cents: 0,
      attempt_next_collection_at: 9,
      closed_at: null,
    });
  });

  it('is paid when nothing is due, and all of it that was not credited can be refunded', () => {
    expect(paid(charge, 300, 7)).toMatchObject({
      state: 'paid',
      balance_in_cents: 0,
      refundable_total_in_cents: 500,
      attempt_next_collection_at: null,
      closed_at: 7,
    });
    expect(paid({ ...charge, credited_in_cents: 200 }, 300, 7).refundable_total_in_cents).toBe(300);
  });

  it('that is credited is paid with that, unless a bank debit is under way', () => {
    expect(credited(charge, 350, 300, 7)).toMatchObject({
      state: 'paid',
      balance_in_cents: 0,
      credited_in_cents: 350,
      refundable_total_in_cents: 150,
    });
    const processing = { ...charge, state: 'processing' } as InvoiceRecord;
    expect(credited(processing, 300, 300, 7)).toMatchObject({
      state: 'processing',
      balance_in_cents: 0,
      closed_at: null,
    });
    const settled = { ...charge, state: 'paid', balance_in_cents: 0, refundable_total_in_cents: 500 } as InvoiceRecord;
    expect(credited(settled, 350, 0, 7)).toMatchObject({ credited_in_cents: 350, refundable_total_in_cents: 150 });
  });
});

describe('a credit invoice', () => {
  it('is closed when nothing is left, and open again when something comes back', () => {
    expect(spent(credit, 100, 7)).toMatchObject({ state: 'open', balance_in_cents: -200 });
    const closed = spent(credit, 300, 7);
    expect(closed).toMatchObject({ state: 'closed', balance_in_cents: 0, closed_at: 7 });
    expect(restored(closed, 300, 8)).toMatchObject({ state: 'open', balance_in_cents: -300, closed_at: null });
  });

  it('of nothing is closed with its order, and one of something stays open', () => {
    const setting = { uuid: () => 'u', at: 7, currency: 'USD' } as unknown as Parameters<typeof payDrafts>[0];
    const draft = (balance_in_cents: number) => ({ invoice: { ...credit, uuid: 'c', balance_in_cents }, lines: [] });
    const { credits } = payDrafts(setting, undefined, [], [draft(0), draft(-300)]);
    expect(credits.map(({ invoice }) => [invoice.state, invoice.closed_at])).toEqual([
      ['closed', 7],
      ['open', null],
    ]);
  });

  it('waits for its bank, whatever is used of it or comes back', () => {
    const processing = { ...credit, state: 'processing' } as InvoiceRecord;
    expect(spent(processing, 300, 7)).toMatchObject({ state: 'processing', balance_in_cents: 0, closed_at: null });
    expect(restored(processing, 50, 7)).toMatchObject({ state: 'processing', balance_in_cents: -350 });
  });
});
