import { decimalAmount } from './amounts.ts';
import { gross, type Invoice, sum, taxesOf } from './invoice.ts';
import type { NextPayment } from './selling-api.ts';

/** The states of a payment that succeeded or is on its way. The others were declined, or voided. */
const PAYING = ['success', 'processing', 'pending', 'scheduled'];

/** An invoice as the customer sees it. Amounts are plain decimals. */
export const receiptView = (invoice: Invoice, next: readonly NextPayment[]) => {
  const { number, created_at, state, currency, lines, credit, payments } = invoice;
  const amount = (minor: number) => decimalAmount(minor, currency);
  const creditOf = (isOf: (action: string) => boolean) =>
    amount(sum(credit.filter(({ action }) => isOf(action)).map((each) => each.amount)));
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
    balance: amount(invoice.balance),
    gift_card: creditOf((action) => action === 'gift_card'),
    credit: creditOf((action) => action !== 'gift_card' && action !== 'write_off'),
    written_off: creditOf((action) => action === 'write_off'),
    payment: payment ? { ...payment, amount: amount(payment.amount) } : null,
    next: next.map((each) => ({ ...each, amount: each.amount === undefined ? null : amount(each.amount) })),
  };
};
