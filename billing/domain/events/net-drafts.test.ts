import { describe, expect, it } from 'vitest';
import type { MovedEventType } from '../invoices/moved.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import type { EventDraft } from './event.ts';
import { invoiceAdded, invoiceMoved } from './invoice-events.ts';
import { netDrafts } from './net-drafts.ts';

const invoice = (type: 'charge' | 'credit', state: InvoiceRecord['state'], balance_in_cents = 0): InvoiceRecord =>
  ({ uuid: 'invoice', type, state, balance_in_cents, total_in_cents: -500, gift_card_id: 7, dunning: null }) as never;
const charge = (state: InvoiceRecord['state']): InvoiceRecord => ({ ...invoice('charge', state), gift_card_id: null });
const credit = (state: InvoiceRecord['state']): InvoiceRecord => ({ ...invoice('credit', state), gift_card_id: null });
const chargeMoved = (from: InvoiceRecord['state'], to: InvoiceRecord['state'], ...events: MovedEventType[]) =>
  invoiceMoved(charge(from), { invoice: charge(to), events });
const opened = invoiceAdded(credit('open'));
const closed = invoiceMoved(credit('open'), { invoice: credit('closed'), events: ['closed_credit_invoice'] });
const reopened = invoiceMoved(credit('closed'), { invoice: credit('open'), events: ['reopened_credit_invoice'] });
const balanceMoved = (from: number, to: number) =>
  invoiceMoved(invoice('credit', 'open', from), {
    invoice: invoice('credit', 'open', to),
    events: ['updated_balance_gift_card'],
  });
const transaction = { uuid: 'payment', status: 'success' } as TransactionRecord;

const typesOf = (...drafts: readonly EventDraft[]) => netDrafts([drafts]).map((part) => part.map(({ type }) => type));

describe('an invoice', () => {
  it('has only the event of its last state', () => {
    const moved = [
      ...chargeMoved('pending', 'past_due', 'past_due_charge_invoice'),
      ...chargeMoved('past_due', 'paid', 'paid_charge_invoice'),
    ];
    expect(typesOf(...moved)).toEqual([['paid_charge_invoice']]);
  });

  it('has no event where it ends as it began', () => {
    const moved = [
      ...chargeMoved('paid', 'past_due', 'reopened_charge_invoice', 'past_due_charge_invoice'),
      ...chargeMoved('past_due', 'paid', 'paid_charge_invoice'),
    ];
    expect(typesOf(...moved)).toEqual([[]]);
  });

  it('is reopened only if it was paid before the transaction', () => {
    const owed = chargeMoved('paid', 'past_due', 'reopened_charge_invoice', 'past_due_charge_invoice');
    expect(typesOf(...owed)).toEqual([['reopened_charge_invoice', 'past_due_charge_invoice']]);
    const paid = chargeMoved('pending', 'paid', 'paid_charge_invoice');
    expect(typesOf(...paid, ...owed)).toEqual([['past_due_charge_invoice']]);
  });

  it('is new in the state that it ends in', () => {
    const spent = [...opened, ...closed];
    expect(typesOf(...spent)).toEqual([['new_credit_invoice', 'closed_credit_invoice']]);
    expect(typesOf(...spent, ...reopened)).toEqual([['new_credit_invoice', 'open_credit_invoice']]);
  });

  it('keeps the parts in which its events were said', () => {
    const parts = [opened, closed];
    expect(netDrafts(parts).map((part) => part.map(({ type }) => type))).toEqual([
      ['new_credit_invoice'],
      ['closed_credit_invoice'],
    ]);
  });
});

it('tells what is left of a gift card once, and nothing where that is as before', () => {
  const taken = balanceMoved(-500, -300);
  const again = balanceMoved(-300, -100);
  const back = balanceMoved(-300, -500);
  expect(typesOf(...taken, ...again)).toEqual([['updated_balance_gift_card']]);
  expect(typesOf(...taken, ...back)).toEqual([[]]);
  expect(typesOf(...balanceMoved(-300, -300))).toEqual([[]]);
});

it('tells the outcome of a payment, with what was corrected in it', () => {
  const received: EventDraft = { type: 'successful_payment', transaction };
  const disputed: EventDraft = { type: 'transaction_status_updated', transaction };
  const chargedBack: EventDraft = { type: 'void_payment', transaction };
  expect(typesOf(received, disputed)).toEqual([['successful_payment']]);
  expect(typesOf(received, chargedBack)).toEqual([['void_payment']]);
  expect(typesOf(disputed)).toEqual([['transaction_status_updated']]);
});

it('tells of a record that is new, not that it changes', () => {
  const account = { id: 'account' } as never;
  expect(typesOf({ type: 'new_account', account }, { type: 'updated_account', account, before: account })).toEqual([
    ['new_account'],
  ]);
  const credit_payment = { uuid: 'use' } as never;
  expect(
    typesOf({ type: 'new_credit_payment', credit_payment }, { type: 'voided_credit_payment', credit_payment }),
  ).toEqual([['new_credit_payment']]);
});
