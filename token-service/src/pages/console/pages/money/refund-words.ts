import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { RefundPreview } from '@service/billing/usecases/refunds/preview-refund.ts';
import { moneyOf } from '../../parts/figures.ts';
import { methodInShort } from './money-parts.ts';

/** The parts of a refund: an amount for each payment method, the rest as credit. */
export interface RefundParts {
  readonly currency: string;
  readonly money: readonly { readonly to: string; readonly amount_in_cents: number }[];
  readonly credit_in_cents: number;
}

const methodOf = (payment: Pick<TransactionRecord, 'type' | 'details'> | undefined): string =>
  payment ? methodInShort({ ...payment.details.account.billing_info, type: payment.type }) : 'the customer by hand';

/** Adds up what goes to the same payment method. */
const merged = (money: RefundParts['money']): RefundParts['money'] =>
  [...Map.groupBy(money, ({ to }) => to)].map(([to, parts]) => ({
    to,
    amount_in_cents: parts.reduce((sum, part) => sum + part.amount_in_cents, 0),
  }));

export const partsOfPreview = ({ currency, repayments, credit_in_cents }: RefundPreview): RefundParts => ({
  currency,
  money: merged(repayments.map(({ payment, amount_in_cents }) => ({ to: methodOf(payment), amount_in_cents }))),
  credit_in_cents,
});

/** Returns the parts of a refund that was made, by its credit invoice and its transactions. */
export const partsOfRefund = (
  credit: Pick<ShownInvoice, 'currency' | 'total_in_cents'>,
  transactions: readonly Pick<TransactionRecord, 'type' | 'details' | 'status' | 'amount_in_cents'>[],
): RefundParts => {
  const made = transactions.filter(({ status }) => status !== 'declined' && status !== 'failed');
  const money = merged(made.map((one) => ({ to: methodOf(one), amount_in_cents: one.amount_in_cents })));
  const repaid = money.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
  return { currency: credit.currency, money, credit_in_cents: 0 - credit.total_in_cents - repaid };
};

/** `$8.00 to Visa 4242 and $2.00 as credit`. */
export const partsInWords = ({ currency, money, credit_in_cents }: RefundParts): string =>
  [
    ...money.map(({ to, amount_in_cents }) => `${moneyOf(amount_in_cents, currency)} to ${to}`),
    ...(credit_in_cents > 0 ? [`${moneyOf(credit_in_cents, currency)} as credit`] : []),
  ].join(' and ');
