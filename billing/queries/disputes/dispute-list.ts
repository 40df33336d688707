import {
  answeredAt,
  type DisputeRecord,
  type DisputeState,
  daysToAnswer,
  isClosed,
} from '../../domain/disputes/dispute.ts';
import type { DisputeFilter, DisputeTotal } from '../../ports/disputes.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { accountNamed, filterOf } from '../accounts/row-parts.ts';
import { countOfAll } from '../invoices/invoice-list.ts';
import { type RowQuery, rowList } from '../lists/row-list.ts';
import { type PaymentRow, rowsOfPayments } from '../payments/payment-list.ts';

export interface DisputeQuery extends RowQuery {
  /** Any of these. */
  readonly states?: readonly DisputeState[] | undefined;
  readonly currency?: string | undefined;
  readonly account_code?: string | undefined;
  readonly answered?: boolean | undefined;
  /** Undecided disputes without an answer whose evidence is due by this moment. */
  readonly evidence_due_by?: Seconds | undefined;
}

export interface DisputeRow {
  readonly id: string;
  readonly reference: string;
  readonly gateway_code: string;
  readonly state: DisputeState;
  readonly reason: string;
  readonly currency: string;
  readonly amount_in_cents: number;
  /** The disputed payment, with its customer and invoice. */
  readonly payment: PaymentRow | undefined;
  readonly evidence_due_at: Seconds | null;
  /** Whole days until the evidence is due, negative once it is too late; null if none is, or if no date is known. */
  readonly days_left: number | null;
  /** Time at which an undecided dispute was answered. */
  readonly answered_at: Seconds | null;
  /** Time at which an undecided dispute was accepted. */
  readonly accepted_at: Seconds | null;
  readonly opened_at: Seconds;
  readonly closed_at: Seconds | null;
}

export interface DisputeTotals {
  readonly count: number;
  /** In the order of currencies. */
  readonly currencies: readonly DisputeTotal[];
}

/** Returns the rows of disputes, with their payments, read together. */
export const rowsOfDisputes = async (
  records: Pick<Records, 'accounts' | 'transactions'>,
  page: readonly DisputeRecord[],
  at: Seconds,
): Promise<DisputeRow[]> => {
  const disputed = await records.transactions.byIds(page.map(({ transaction_uuid }) => transaction_uuid));
  const payments = new Map((await rowsOfPayments(records, disputed)).map((payment) => [payment.uuid, payment]));
  return page.map((one) => ({
    id: one.id,
    reference: one.reference,
    gateway_code: one.gateway_code,
    state: one.state,
    reason: one.reason,
    currency: one.currency,
    amount_in_cents: one.amount_in_cents,
    payment: payments.get(one.transaction_uuid),
    evidence_due_at: one.evidence_due_at,
    days_left: daysToAnswer(one, at),
    answered_at: answeredAt(one),
    accepted_at: isClosed(one) ? null : one.accepted_at,
    opened_at: one.opened_at,
    closed_at: one.closed_at,
  }));
};

/**
 * Lists disputes by the time at which they were opened, with what a table shows of them. The totals count them, and add
 * their amounts up by currency. Throws `not_found` for an account.
 */
export const listDisputeRows = rowList<DisputeQuery, DisputeRecord, DisputeFilter, DisputeRow, DisputeTotals>({
  listing: ({ disputes }) => disputes,
  filter: async ({ states, currency, answered, evidence_due_by, account_code }, _, records) => ({
    ...filterOf<DisputeFilter>({ states, currency, answered, evidence_due_by }),
    ...(await accountNamed(records, account_code)),
  }),
  place: ({ id, opened_at }) => ({ id, at: opened_at }),
  rows: (records, page, { at }) => rowsOfDisputes(records, page, at),
  totals: async ({ disputes }, query) => {
    const currencies = await disputes.totals(query);
    return { count: countOfAll(currencies), currencies };
  },
});
