import { describe, expect, it } from 'vitest';
import {
  awaitingBank,
  credited,
  paid,
  refundsDecided,
  restored,
  spent,
  withoutRest,
  writtenOffCharge,
} from './balance.ts';
import { edited } from './edited.ts';
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
  gift_card_id: null,
} as InvoiceRecord;
const credit = {
  type: 'credit',
  state: 'open',
  total_in_cents: -500,
  balance_in_cents: -300,
  closed_at: null,
  gift_card_id: null,
} as InvoiceRecord;

describe('a charge invoice', () => {
  it('stays as it is while something is open', () => {
    expect(paid(charge, 100, 7).invoice).toMatchObject({
      state: 'past_due',
      balance_in_cents: 200,
      refundable_total_in_cents: 0,
      attempt_next_collection_at: 9,
      closed_at: null,
    });
  });

  it('is paid when nothing is due, and all of it that was not credited can be refunded', () => {
    expect(paid(charge, 300, 7).invoice).toMatchObject({
      state: 'paid',
      balance_in_cents: 0,
      refundable_total_in_cents: 500,
      attempt_next_collection_at: null,
      closed_at: 7,
    });
    expect(paid({ ...charge, credited_in_cents: 200 }, 300, 7).invoice.refundable_total_in_cents).toBe(300);
  });

  it('that is credited is paid with that, unless a bank debit is under way', () => {
    expect(credited(charge, 350, 300, 7).invoice).toMatchObject({
      state: 'paid',
      balance_in_cents: 0,
      credited_in_cents: 350,
      refundable_total_in_cents: 150,
    });
    const processing = { ...charge, state: 'processing' } as InvoiceRecord;
    expect(credited(processing, 300, 300, 7).invoice).toMatchObject({
      state: 'processing',
      balance_in_cents: 0,
      closed_at: null,
    });
    const settled = { ...charge, state: 'paid', balance_in_cents: 0, refundable_total_in_cents: 500 } as InvoiceRecord;
    expect(credited(settled, 350, 0, 7).invoice).toMatchObject({
      credited_in_cents: 350,
      refundable_total_in_cents: 150,
    });
  });
});

describe('a credit invoice', () => {
  it('is closed when nothing is left, and open again when something comes back', () => {
    expect(spent(credit, 100, 7).invoice).toMatchObject({ state: 'open', balance_in_cents: -200 });
    const closed = spent(credit, 300, 7).invoice;
    expect(closed).toMatchObject({ state: 'closed', balance_in_cents: 0, closed_at: 7 });
    expect(restored(closed, 300, 8).invoice).toMatchObject({
      state: 'open',
      balance_in_cents: -300,
      closed_at: null,
    });
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
    expect(spent(processing, 300, 7).invoice).toMatchObject({
      state: 'processing',
      balance_in_cents: 0,
      closed_at: null,
    });
    expect(restored(processing, 50, 7).invoice).toMatchObject({ state: 'processing', balance_in_cents: -350 });
  });
});

describe('a transition of an invoice', () => {
  const inState = (
    invoice: InvoiceRecord,
    state: InvoiceRecord['state'],
    balance_in_cents = invoice.balance_in_cents,
  ) => ({ ...invoice, state, balance_in_cents }) as InvoiceRecord;
  const settled = inState(charge, 'paid', 0);
  const waiting = inState(credit, 'processing');
  const used = inState(credit, 'closed', 0);

  it.each([
    ['a payment of all that is due', paid(charge, 300, 7), 'paid_charge_invoice'],
    ['a payment in part', paid(charge, 100, 7), ''],
    ['nothing that is due of a paid one', paid(settled, 0, 7), ''],
    ['credit for all that is due', credited(charge, 300, 300, 7), 'paid_charge_invoice'],
    ['credit while a bank pays', credited(inState(charge, 'processing'), 300, 300, 7), ''],
    ['credit for what was paid', credited(settled, 300, 0, 7), ''],
    ['a bank debit', awaitingBank(charge, 7), 'processing_charge_invoice'],
    ['a write-off', writtenOffCharge(charge, 7), 'failed_charge_invoice'],
    ['the use of all credit', spent(credit, 300, 7), 'closed_credit_invoice'],
    ['the use of a part of it', spent(credit, 100, 7), ''],
    ['the use of all while a bank refunds', spent(waiting, 300, 7), ''],
    ['the end of what was used in part', withoutRest(credit, 7), 'closed_credit_invoice'],
    ['the end of what was not used', withoutRest(inState(credit, 'open', -500), 7), 'voided_credit_invoice'],
    ['credit that is restored', restored(used, 100, 7), 'reopened_credit_invoice'],
    ['credit that is restored to more', restored(credit, 100, 7), ''],
    ['credit that is restored while a bank refunds', restored(waiting, 100, 7), ''],
    ['a refund that leaves some', refundsDecided(waiting, 7), 'open_credit_invoice'],
    ['a refund that leaves nothing', refundsDecided(inState(waiting, 'processing', 0), 7), 'closed_credit_invoice'],
    [
      'a refund that failed of what was closed',
      refundsDecided(inState(used, 'closed', -100), 7),
      'reopened_credit_invoice',
    ],
  ])('says its events: %s', (_, { events }, said) => {
    expect(events.join(' ')).toBe(said);
  });

  it('says that the balance of a gift card changes', () => {
    const card = { gift_card_id: 7 };
    expect(spent({ ...credit, ...card }, 100, 7).events).toEqual(['updated_balance_gift_card']);
    expect(spent({ ...credit, ...card }, 0, 7).events).toEqual([]);
    expect(restored({ ...used, ...card }, 100, 7).events).toEqual([
      'updated_balance_gift_card',
      'reopened_credit_invoice',
    ]);
    expect(paid({ ...charge, ...card }, 300, 7).events).toEqual(['paid_charge_invoice', 'updated_balance_gift_card']);
  });

  it('says that it was edited if receivers are told of what is set to another value', () => {
    const invoice = { ...charge, po_number: 'A', gateway_code: null, address: { city: 'Bern' } } as InvoiceRecord;
    const eventsOf = (edit: Omit<Parameters<typeof edited>[1], 'address'>, address = {}) =>
      edited(invoice, { ...edit, address }, 7).events;
    expect([eventsOf({ po_number: 'A' }), eventsOf({ gateway_code: 'b' }), eventsOf({}, { city: 'Bern' })]).toEqual([
      [],
      [],
      [],
    ]);
    expect(eventsOf({ po_number: 'B' })).toEqual(['updated_charge_invoice']);
    expect(eventsOf({}, { city: 'Basel' })).toEqual(['updated_charge_invoice']);
    expect(eventsOf({ po_number: 'B', state: 'pending' })).toEqual([]);
    expect(edited({ ...invoice, type: 'credit' }, { po_number: 'B', address: {} }, 7).events).toEqual([
      'updated_credit_invoice',
    ]);
  });
});
