import type { RefundMethod } from '../../resources/refund.ts';
import type { Issue } from '../../values/failure.ts';
import type { TransactionRecord } from '../transactions/record.ts';

/** A payment, and the part of it that was not refunded yet. */
export interface Payment {
  readonly transaction: TransactionRecord;
  /** Cents. */
  readonly left: number;
  /** The credit payment through which this money reached the invoice, if it paid another invoice first. */
  readonly credit_payment?: string;
}

/** The payments of an invoice that can be refunded. */
export interface Paid {
  /** Newest first. */
  readonly payments: readonly Payment[];
  /** Payments of other invoices that were refunded as credit, which paid for this one. */
  readonly behindCredit: readonly Payment[];
  /** Cents that credit paid. */
  readonly byCredit: number;
}

/** The part of a refund that is returned through one payment. */
export interface Leg {
  /** Undefined: how the money was paid is not recorded. */
  readonly payment: Payment | undefined;
  readonly amount: number;
}

export interface RefundAllocation {
  readonly legs: readonly Leg[];
  readonly issues: readonly Issue[];
}

const isByHand = ({ transaction }: Payment): boolean => transaction.gateway_code === null;

/**
 * Allocates a refund to the payments; the amount that no leg covers remains on the account as credit. A manual payment
 * can only be refunded manually, so it comes last, or first in an `external` refund.
 *
 * @param amount cents, at most `refundable`
 * @param refundable the part of the invoice that was not refunded yet, in cents
 */
export const allocateRefund = (
  amount: number,
  refundable: number,
  { payments, behindCredit, byCredit }: Paid,
  method: RefundMethod,
  external: boolean,
): RefundAllocation => {
  const recorded = payments.reduce((sum, { left }) => sum + left, 0);
  // Invoices that were marked as paid have no recorded payment.
  const unrecorded = Math.max(refundable - recorded - byCredit, 0);
  const credit = Math.max(refundable - recorded - unrecorded, 0);
  const reachable = recorded + (external ? unrecorded : 0);
  const money = Math.min(moneyOf(method, amount, credit), method === 'all_transaction' ? amount : reachable);

  const last = (payment: Payment): number => Number(isByHand(payment) !== external);
  const ordered = [...payments].sort((a, b) => last(a) - last(b));
  const legs = along([...ordered, ...(method === 'all_transaction' && !external ? behindCredit : [])], money);
  const rest = money - legs.reduce((sum, leg) => sum + leg.amount, 0);
  if (external) return { legs: rest > 0 ? [...legs, { payment: undefined, amount: rest }] : legs, issues: [] };
  const byHand = legs.some(({ payment }) => payment && isByHand(payment));
  return {
    legs,
    issues: [
      ...(byHand ? [{ field: 'invoice.external_refund', symbol: 'blank' as const }] : []),
      ...(rest > 0
        ? [{ field: 'invoice.refund_method', symbol: 'invalid', reason: 'no_payment_to_refund' } as const]
        : []),
    ],
  };
};

const moneyOf = (method: RefundMethod, amount: number, credit: number): number => {
  if (method === 'all_credit') return 0;
  return method === 'credit_first' ? Math.max(amount - credit, 0) : amount;
};

/** Uses up each payment in turn. */
const along = (payments: readonly Payment[], money: number): Leg[] => {
  const legs: Leg[] = [];
  let rest = money;
  for (const payment of payments) {
    const amount = Math.min(payment.left, rest);
    if (amount > 0) legs.push({ payment, amount });
    rest -= amount;
  }
  return legs;
};
