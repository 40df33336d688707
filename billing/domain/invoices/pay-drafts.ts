import { payFromCredit } from '../../values/price/pay-from-credit.ts';
import type { LineSetting } from '../adjustments/line.ts';
import { paid, spent } from './balance.ts';
import { type CreditPaymentRecord, creditPayment } from './credit-payment.ts';
import type { DraftInvoice } from './draft.ts';
import type { InvoiceRecord } from './record.ts';

export interface PaidDrafts {
  readonly charge: DraftInvoice | undefined;
  readonly credits: readonly DraftInvoice[];
  readonly creditPayments: readonly CreditPaymentRecord[];
  /** Cents that credit leaves open. */
  readonly due: number;
}

type CreditSetting = Omit<LineSetting, 'account_id'>;

/**
 * Pays a charge from credit: what its account holds first, then the credits of this sale that are its account's, with a
 * redeemed gift card last. An invoice without an open balance is settled.
 */
export const payDrafts = (
  setting: CreditSetting,
  charge: DraftInvoice | undefined,
  held: readonly InvoiceRecord[],
  credits: readonly DraftInvoice[],
): PaidDrafts => {
  const { at } = setting;
  const account_id = charge?.invoice.account_id ?? '';
  const own = credits.map(({ invoice }) => invoice).filter((credit) => credit.account_id === account_id);
  const gift = own.find(({ origin }) => origin === 'gift_card');
  const sources = [...held, ...own];
  const claim = (invoice: InvoiceRecord) => ({
    id: invoice.uuid,
    balance: -invoice.balance_in_cents,
    createdAt: invoice.created_at,
  });
  const { payments, due } = payFromCredit(
    charge?.invoice.balance_in_cents ?? 0,
    sources.filter((source) => source !== gift).map(claim),
    gift && claim(gift),
  );
  const used = new Map(payments.map(({ id, amount }) => [id, amount]));
  const creditPayments = payments.map(({ id, amount }) =>
    creditPayment(
      { ...setting, account_id },
      {
        action: sources.find((source) => source.uuid === id)?.origin === 'gift_card' ? 'gift_card' : 'payment',
        from: id,
        to: charge?.invoice.uuid ?? null,
        amount,
      },
    ),
  );
  return {
    charge: charge && { ...charge, invoice: paid(charge.invoice, charge.invoice.balance_in_cents - due, at).invoice },
    credits: credits.map((draft) => ({
      ...draft,
      // One of nothing, such as what is left of a free period, is closed like a charge of nothing is paid.
      invoice: spent(draft.invoice, used.get(draft.invoice.uuid) ?? 0, at).invoice,
    })),
    creditPayments,
    due,
  };
};

/** A charge invoice, and the part of a credit invoice that credits it, in cents. */
export interface CreditedCharge {
  readonly invoice: Pick<InvoiceRecord, 'uuid' | 'balance_in_cents'>;
  readonly amount: number;
}

/**
 * Pays the balances of the charges that a new credit credits: the rest of it was received for them. Returns the credit,
 * and a payment for each charge that had a balance.
 */
export const payCredited = (
  setting: CreditSetting,
  credit: DraftInvoice,
  charges: readonly CreditedCharge[],
): { readonly credit: DraftInvoice; readonly creditPayments: readonly CreditPaymentRecord[] } => {
  const { uuid: from, account_id } = credit.invoice;
  const creditPayments = charges
    .map(({ invoice, amount }) => ({ to: invoice.uuid, amount: Math.min(amount, invoice.balance_in_cents) }))
    .filter(({ amount }) => amount > 0)
    .map((use) => creditPayment({ ...setting, account_id }, { action: 'payment', from, ...use }));
  const used = creditPayments.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
  return {
    credit: used > 0 ? { ...credit, invoice: spent(credit.invoice, used, setting.at).invoice } : credit,
    creditPayments,
  };
};
