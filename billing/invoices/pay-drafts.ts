import type { LineSetting } from '../adjustments/line.ts';
import { payFromCredit } from '../price/pay-from-credit.ts';
import type { CreditPaymentRecord } from './credit-payment.ts';
import type { DraftInvoice } from './draft.ts';
import type { InvoiceRecord } from './record.ts';

export interface PaidDrafts {
  readonly charge: DraftInvoice | undefined;
  readonly credits: readonly DraftInvoice[];
  readonly creditPayments: readonly CreditPaymentRecord[];
  /** Cents that credit leaves open. */
  readonly due: number;
}

/**
 * Pays a charge from credit: what the account holds, then the credits of this sale, a gift card redeemed with it last.
 * An invoice with nothing open any more is settled.
 */
export const payDrafts = (
  setting: LineSetting,
  charge: DraftInvoice | undefined,
  held: readonly InvoiceRecord[],
  credits: readonly DraftInvoice[],
): PaidDrafts => {
  const { currency, at, uuid, account_id } = setting;
  const gift = credits.find(({ invoice }) => invoice.origin === 'gift_card')?.invoice;
  const sources = [...held, ...credits.map(({ invoice }) => invoice)];
  const claim = (invoice: InvoiceRecord) => ({
    id: invoice.uuid,
    balance: { cents: -invoice.balance_in_cents, currency },
    createdAt: invoice.created_at,
  });
  const { payments, due } = payFromCredit(
    { cents: charge?.invoice.balance_in_cents ?? 0, currency },
    sources.filter((source) => source !== gift).map(claim),
    gift && claim(gift),
  );
  const used = new Map(payments.map(({ id, amount }) => [id, amount.cents]));
  const creditPayments = payments.map(
    ({ id, amount }): CreditPaymentRecord => ({
      uuid: uuid(),
      account_id,
      original_invoice_id: id,
      applied_to_invoice_id: charge?.invoice.uuid ?? null,
      original_credit_payment_uuid: null,
      refund_transaction_uuid: null,
      action: sources.find((source) => source.uuid === id)?.origin === 'gift_card' ? 'gift_card' : 'payment',
      currency,
      amount_in_cents: amount.cents,
      created_at: at,
      updated_at: at,
      voided_at: null,
    }),
  );
  return {
    charge: charge && { ...charge, invoice: paid(charge.invoice, charge.invoice.balance_in_cents - due.cents, at) },
    credits: credits.map((draft) => ({
      ...draft,
      invoice: used.has(draft.invoice.uuid)
        ? spent(draft.invoice, used.get(draft.invoice.uuid) ?? 0, at)
        : draft.invoice,
    })),
    creditPayments,
    due: due.cents,
  };
};

/**
 * A charge invoice after so many cents were paid: settled when nothing is open, and all of it can be refunded from then
 * on.
 */
export const paid = <I extends InvoiceRecord>(invoice: I, amount: number, at: number): I => {
  const balance_in_cents = invoice.balance_in_cents - amount;
  const settled = balance_in_cents === 0;
  return {
    ...invoice,
    balance_in_cents,
    state: settled ? 'paid' : invoice.state,
    closed_at: settled ? at : invoice.closed_at,
    attempt_next_collection_at: settled ? null : invoice.attempt_next_collection_at,
    dunning_due_at: settled ? null : invoice.dunning_due_at,
    refundable_total_in_cents: settled ? invoice.total_in_cents : invoice.refundable_total_in_cents,
    updated_at: at,
  };
};

/**
 * A credit invoice after so many cents of it were used: closed when nothing is left, unless a bank still has to say
 * what became of some of it.
 */
export const spent = <I extends InvoiceRecord>(invoice: I, amount: number, at: number): I => {
  const balance_in_cents = invoice.balance_in_cents + amount;
  const used = balance_in_cents === 0 && invoice.state !== 'processing';
  return {
    ...invoice,
    balance_in_cents,
    state: used ? 'closed' : invoice.state,
    closed_at: used ? at : invoice.closed_at,
    updated_at: at,
  };
};

/** A credit invoice to which so many cents come back that were used: it is open again. */
export const restored = <I extends InvoiceRecord>(invoice: I, amount: number, at: number): I => ({
  ...invoice,
  balance_in_cents: invoice.balance_in_cents - amount,
  state: invoice.state === 'processing' ? 'processing' : 'open',
  closed_at: null,
  updated_at: at,
});
