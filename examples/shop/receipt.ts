import { decimal } from './amounts.ts';
import { gross, type Invoice, sum, taxesOf } from './invoice.ts';
import type { NextPayment } from './selling-api.ts';

/** The states of a payment that succeeded or is on its way. The others were declined, or voided. */
const PAYING = ['success', 'processing', 'pending', 'scheduled'];

/** An invoice as the customer sees it. Amounts are plain decimals. */
export const receiptView = (invoice: Invoice, next: readonly NextPayment[]) => {
  const { number, created_at, state, currency, lines, credit, payments } = invoice;
  const amount = (minor: number) => decimal(minor, currency);
  const paidBy = (isGift: boolean) =>
    sum(credit.filter(({ action }) => (action === 'gift_card') === isGift).map((each) => each.amount));
  const payment = payments.findLast(({ status }) => PAYING.includes(status));
  return {
    number,
    created_at,
    state,
    currency,
    lines: lines.map((line) => ({
      origin: line.origin,
      description: line.description,
      quantity: line.quantity,
      amount: amount(gross([line])),
    })),
    discount: amount(invoice.discount),
    tax: amount(invoice.tax),
    taxes: taxesOf(lines),
    total: amount(invoice.total),
    gift_card: amount(paidBy(true)),
    credit: amount(paidBy(false)),
    payment: payment ? { ...payment, amount: amount(payment.amount) } : null,
    next: next.map((each) => ({ ...each, amount: each.amount === undefined ? null : amount(each.amount) })),
  };
};
