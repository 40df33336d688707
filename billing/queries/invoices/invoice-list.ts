import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { InvoiceRecord, ShownInvoice } from '../../domain/invoices/record.ts';
import type { InvoiceFilter, InvoiceTotal } from '../../ports/invoices.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { accountNamed, customersOf, filterOf, type RowCustomer } from '../accounts/row-parts.ts';
import { type RowQuery, rowList } from '../lists/row-list.ts';

export interface InvoiceQuery extends RowQuery {
  /** Any of these. */
  readonly states?: readonly InvoiceRecord['state'][] | undefined;
  readonly type?: InvoiceRecord['type'] | undefined;
  readonly origin?: InvoiceRecord['origin'] | undefined;
  readonly currency?: string | undefined;
  readonly account_code?: string | undefined;
  readonly business_entity_id?: string | undefined;
  /** Bounds of the total, both included, in cents. The total of a credit invoice counts without its sign. */
  readonly least_in_cents?: number | undefined;
  readonly most_in_cents?: number | undefined;
  /** Bounds of the due date, both included. */
  readonly due_from?: Seconds | undefined;
  readonly due_to?: Seconds | undefined;
}

export interface InvoiceRow {
  readonly uuid: string;
  /** The number with its prefix. */
  readonly number: string;
  readonly customer: RowCustomer | undefined;
  readonly type: InvoiceRecord['type'];
  readonly state: InvoiceRecord['state'];
  readonly origin: InvoiceRecord['origin'];
  readonly currency: string;
  /** Negative for a credit invoice, as is its balance while it is open. */
  readonly total_in_cents: number;
  readonly balance_in_cents: number;
  readonly due_on: Seconds | null;
  readonly closed_at: Seconds | null;
  readonly created_at: Seconds;
}

export interface InvoiceTotals {
  readonly count: number;
  /** In the order of currencies. */
  readonly currencies: readonly InvoiceTotal[];
}

/** Returns the conditions of a query. Throws `not_found` for an account. */
export const invoiceFilter = async (
  records: Pick<Records, 'accounts'>,
  query: InvoiceQuery,
): Promise<InvoiceFilter> => {
  const { states, type, origin, currency, business_entity_id, least_in_cents, most_in_cents, due_from, due_to } = query;
  const amounts = { currency, least_in_cents, most_in_cents };
  return {
    ...filterOf<InvoiceFilter>({ states, type, origin, business_entity_id, ...amounts, due_from, due_to }),
    ...(await accountNamed(records, query.account_code)),
  };
};

/** Returns the rows of invoices, with their customers, read together. */
export const rowsOfInvoices = async (
  records: Pick<Records, 'accounts'>,
  page: readonly ShownInvoice[],
): Promise<InvoiceRow[]> => {
  const customers = await customersOf(records, page);
  return page.map((one) => ({
    uuid: one.uuid,
    number: invoiceName(one),
    customer: customers.get(one.account_id),
    type: one.type,
    state: one.state,
    origin: one.origin,
    currency: one.currency,
    total_in_cents: one.total_in_cents,
    balance_in_cents: one.balance_in_cents,
    due_on: one.due_on,
    closed_at: one.closed_at,
    created_at: one.created_at,
  }));
};

/** Adds a page of invoices up. */
export const totalsOfInvoices = (page: readonly ShownInvoice[]): InvoiceTotals => ({
  count: page.length,
  currencies: [...Map.groupBy(page, ({ currency }) => currency)]
    .map(([currency, some]) => ({
      currency,
      count: some.length,
      total_in_cents: some.reduce((sum, one) => sum + one.total_in_cents, 0),
      balance_in_cents: some.reduce((sum, one) => sum + one.balance_in_cents, 0),
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
});

/** Returns how many records all currencies have. */
export const countOfAll = (currencies: readonly { readonly count: number }[]): number =>
  currencies.reduce((sum, { count }) => sum + count, 0);

/**
 * Lists invoices with what a table shows of them. The totals count them, and add totals and balances up by currency.
 * Throws `not_found` for an account.
 */
export const listInvoiceRows = rowList<InvoiceQuery, ShownInvoice, InvoiceFilter, InvoiceRow, InvoiceTotals>({
  listing: ({ invoices }) => invoices,
  filter: (query, _, records) => invoiceFilter(records, query),
  place: ({ uuid, created_at }) => ({ id: uuid, at: created_at }),
  rows: rowsOfInvoices,
  totals: async ({ invoices }, query) => {
    const currencies = await invoices.totals(query);
    return { count: countOfAll(currencies), currencies };
  },
  few: totalsOfInvoices,
});
