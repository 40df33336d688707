import { describe, expect, it } from 'vitest';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import type { EventDraft } from './event.ts';
import { chargeMoved, creditMoved, invoiceAdded } from './invoice-events.ts';
import { netDrafts } from './net-drafts.ts';

const invoice = (type: 'charge' | 'credit', state: InvoiceRecord['state'], balance_in_cents = 0): InvoiceRecord =>
  ({ uuid: 'invoice', type, state, balance_in_cents, total_in_cents: -500, gift_card_id: 7, dunning: null }) as never;
const charge = (state: InvoiceRecord['state']): InvoiceRecord => ({ ...invoice('charge', state), gift_card_id: null });
const credit = (state: InvoiceRecord['state']): InvoiceRecord => ({ ...invoice('credit', state), gift_card_id: null });
const transaction = { uuid: 'payment', status: 'success' } as TransactionRecord;

const typesOf = (...drafts: readonly EventDraft[]) => netDrafts([drafts]).map((part) => part.map(({ type }) => type));

describe('an invoice', () => {
  it('has only the event of its last state', () => {
    const moved = [
      ...chargeMoved(charge('pending'), charge('past_due')),
      ...chargeMoved(charge('past_due'), charge('paid')),
    ];
    expect(typesOf(...moved)).toEqual([['paid_charge_invoice']]);
  });

  it('has no event where it ends as it began', () => {
    const moved = [
      ...chargeMoved(charge('paid'), charge('past_due')),
      ...chargeMoved(charge('past_due'), charge('paid')),
    ];
    expect(typesOf(...moved)).toEqual([[]]);
  });

  it('is reopened only if it was paid before the transaction', () => {
    const owed = chargeMoved(charge('paid'), charge('past_due'));
    expect(typesOf(...owed)).toEqual([['reopened_charge_invoice', 'past_due_charge_invoice']]);
    const paid = chargeMoved(charge('pending'), charge('paid'));
    expect(typesOf(...paid, ...owed)).toEqual([['past_due_charge_invoice']]);
  });

  it('is new in the state that it ends in', () => {
    const spent = [...invoiceAdded(credit('open')), ...creditMoved(credit('open'), credit('closed'))];
    expect(typesOf(...spent)).toEqual([['new_credit_invoice', 'closed_credit_invoice']]);
    const restored = creditMoved(credit('closed'), credit('open'));
    expect(typesOf(...spent, ...restored)).toEqual([['new_credit_invoice', 'open_credit_invoice']]);
  });

  it('keeps the parts in which its events were said', () => {
    const parts = [invoiceAdded(credit('open')), creditMoved(credit('open'), credit('closed'))];
    expect(netDrafts(parts).map((part) => part.map(({ type }) => type))).toEqual([
      ['new_credit_invoice'],
      ['closed_credit_invoice'],
    ]);
  });
});

it('tells what is left of a gift card once, and nothing where that is as before', () => {
  const taken = creditMoved(invoice('credit', 'open', -500), invoice('credit', 'open', -300));
  const again = creditMoved(invoice('credit', 'open', -300), invoice('credit', 'open', -100));
  const back = creditMoved(invoice('credit', 'open', -300), invoice('credit', 'open', -500));
  expect(typesOf(...taken, ...again)).toEqual([['updated_balance_gift_card']]);
  expect(typesOf(...taken, ...back)).toEqual([[]]);
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
