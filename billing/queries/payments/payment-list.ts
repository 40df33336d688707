import type { ShownTransaction, TransactionRecord } from '../../domain/transactions/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { TransactionFilter, TransactionTotal } from '../../ports/transactions.ts';
import type { Seconds } from '../../values/time.ts';
import {
  accountNamed,
  customersOf,
  filterOf,
  type RowCustomer,
  rowCustomer,
  type ShownCard,
  shownCard,
} from '../accounts/row-parts.ts';
import { countOfAll } from '../invoices/invoice-list.ts';
import { type RowQuery, rowList } from '../lists/row-list.ts';

export interface PaymentQuery extends RowQuery {
  /** `successful`, `failed` or `voided`, as in the XML API. */
  readonly state?: TransactionFilter['state'] | undefined;
  /** A stored status. */
  readonly status?: TransactionRecord['status'] | undefined;
  /** As in the XML API. */
  readonly type?: TransactionFilter['type'] | undefined;
  readonly gateway_code?: string | undefined;
  readonly currency?: string | undefined;
  /** The code of a decline: `insufficient_funds`. */
  readonly error_code?: string | undefined;
  readonly account_code?: string | undefined;
  /** Bounds of the amount, both included, in cents. */
  readonly least_in_cents?: number | undefined;
  readonly most_in_cents?: number | undefined;
}

export interface PaymentRow {
  readonly uuid: string;
  /** The customer as it is now, or as it was at the payment where the account was never created. */
  readonly customer: RowCustomer;
  readonly action: TransactionRecord['action'];
  readonly status: TransactionRecord['status'];
  /** The code of the decline; null for a payment that was not declined. */
  readonly error_code: string | null;
  readonly currency: string;
  readonly amount_in_cents: number;
  /** The payment method at the time of the payment. */
  readonly card: ShownCard;
  readonly gateway_code: string | null;
  /** The gateway's; of a payment by hand, what was written down as its reference. */
  readonly reference: string | null;
  /** Prefix and number. */
  readonly invoice: string | null;
  /** Prefix and number of the invoice that a refund refunds, whose `invoice` is the credit invoice. */
  readonly refunded_invoice: string | null;
  readonly dispute_state: TransactionRecord['dispute_state'];
  readonly created_at: Seconds;
}

export interface PaymentTotals {
  readonly count: number;
  /** In the order of currencies. */
  readonly currencies: readonly PaymentTotal[];
}

/** The payments of a list in one currency: taken, refunded and declined are never added up with each other. */
export interface PaymentTotal extends TransactionTotal {
  /** Attempts to pay that were declined or failed. */
  readonly declined_in_cents: number;
  readonly declined: number;
}

/** Returns the rows of payments, with their customers, read together. */
export const rowsOfPayments = async (
  records: Pick<Records, 'accounts' | 'transactions'>,
  page: readonly ShownTransaction[],
): Promise<PaymentRow[]> => {
  const refunded = page.flatMap(({ original_transaction_uuid: uuid }) => uuid ?? []);
  const [customers, originals] = await Promise.all([
    customersOf(records, page),
    refunded.length > 0 ? records.transactions.byIds(refunded) : [],
  ]);
  const invoiceByPayment = new Map(originals.map(({ uuid, invoice }) => [uuid, invoice]));
  return page.map((one) => {
    const { account } = one.details;
    return {
      uuid: one.uuid,
      customer: customers.get(one.account_id ?? '') ?? rowCustomer({ ...account, company_name: account.company }),
      action: one.action,
      status: one.status,
      error_code: one.transaction_error?.error_code ?? null,
      currency: one.currency,
      amount_in_cents: one.amount_in_cents,
      card: shownCard({ ...account.billing_info, type: one.type }),
      gateway_code: one.gateway_code,
      reference: one.reference ?? (one.type === 'manual' ? one.description : null),
      invoice: one.invoice,
      refunded_invoice: invoiceByPayment.get(one.original_transaction_uuid ?? '') ?? null,
      dispute_state: one.dispute_state,
      created_at: one.created_at,
    };
  });
};

/**
 * Lists payments with what a table shows of them: attempts, refunds, authorizations and verifications. The totals count
 * them, and add up by currency what was taken, refunded and declined. Throws `not_found` for an account.
 */
export const listPayments = rowList<PaymentQuery, ShownTransaction, TransactionFilter, PaymentRow, PaymentTotals>({
  listing: ({ transactions }) => transactions,
  filter: async (query, _, records) => {
    const { state, status, type, gateway_code, currency, error_code, least_in_cents, most_in_cents } = query;
    const filter = { state, status, type, gateway_code, currency, error_code, least_in_cents, most_in_cents };
    return { ...filterOf<TransactionFilter>(filter), ...(await accountNamed(records, query.account_code)) };
  },
  place: ({ uuid, created_at }) => ({ id: uuid, at: created_at }),
  rows: rowsOfPayments,
  totals: async ({ transactions }, query) => {
    const { state = 'failed', type = 'purchase' } = query.filter;
    const [totals, declined] = await Promise.all([
      transactions.totals(query),
      state === 'failed' && type === 'purchase'
        ? transactions.totals({ ...query, filter: { ...query.filter, state, type } })
        : [],
    ]);
    const declinedIn = new Map(declined.map((one) => [one.currency, one]));
    const currencies = totals.map((one) => {
      const { amount_in_cents: declined_in_cents = 0, count = 0 } = declinedIn.get(one.currency) ?? {};
      return { ...one, declined_in_cents, declined: count };
    });
    return { count: countOfAll(currencies), currencies };
  },
});
