import { daysDue, dueDatesOf, type InvoiceAge, invoiceAge } from '../../domain/invoices/aging.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { AgedTotal, InvoiceFilter } from '../../ports/invoices.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { accountNamed, filterOf } from '../accounts/row-parts.ts';
import {
  countOfAll,
  type InvoiceRow,
  type InvoiceTotals,
  rowsOfInvoices,
  totalsOfInvoices,
} from '../invoices/invoice-list.ts';
import { type RowList, type RowPage, type RowQuery, rowList } from '../lists/row-list.ts';
import type { QueryDeps } from '../lists/site-query.ts';

export interface PastDueQuery extends RowQuery {
  /** All open charge invoices, of any age, unless one is given. */
  readonly age?: InvoiceAge | undefined;
  /** Leaves out what is not due yet, where no age is given. */
  readonly due?: boolean;
  /** `past_due`: only those whose payment failed, or that were not paid in time. */
  readonly state?: 'past_due' | undefined;
  readonly currency?: string | undefined;
  readonly account_code?: string | undefined;
}

/** The progress of an invoice in its dunning campaign. */
export interface CampaignStep {
  /** The code of the campaign. */
  readonly campaign: string;
  /** Dunning events so far, and in all. The last one is the final action. */
  readonly step: number;
  readonly steps: number;
  /** The time of the next step; null once dunning has ended. */
  readonly next_step_at: Seconds | null;
}

export interface PastDueRow extends InvoiceRow {
  readonly age: InvoiceAge;
  /** Whole days since the due date. */
  readonly days_due: number;
  /** Attempts to collect it so far. */
  readonly attempts: number;
  readonly last_attempt: {
    readonly at: Seconds;
    readonly status: TransactionRecord['status'];
    readonly error_code: string | null;
  } | null;
  /** The time of the next attempt; null if there is none. */
  readonly next_attempt_at: Seconds | null;
  /** Null if the invoice was never dunned. */
  readonly dunning: CampaignStep | null;
}

export interface PastDuePage extends RowPage<PastDueRow, InvoiceTotals> {
  /**
   * All open charge invoices of the site by currency and age, whatever the filters; ages without invoices are missing.
   * They add up to what customers owe.
   */
  readonly buckets: readonly AgedTotal[];
}

const OPEN = ['pending', 'processing', 'past_due'];

/** Whether an invoice is one of those that are owed, as the list has them. */
export const isOwed = ({ type, state }: Pick<ShownInvoice, 'type' | 'state'>): boolean =>
  type === 'charge' && OPEN.includes(state);

const stepOf = ({ dunning, dunning_due_at }: ShownInvoice): CampaignStep | null =>
  dunning && {
    campaign: dunning.campaign,
    step: dunning.events_count,
    steps: dunning.schedule.days.length + 1,
    next_step_at: dunning_due_at,
  };

const rowsOf = async (records: Records, page: readonly ShownInvoice[], at: Seconds): Promise<PastDueRow[]> => {
  const [rows, attempts] = await Promise.all([
    rowsOfInvoices(records, page),
    records.transactions.attemptsOf(page.map(({ uuid }) => uuid)),
  ]);
  const last = attempts.length > 0 ? await records.transactions.byIds(attempts.map((one) => one.last)) : [];
  const attemptsById = new Map(attempts.map((one) => [one.invoice_id, one.attempts]));
  const lastById = new Map(last.map((one) => [one.invoice_id, one]));
  return page.map((invoice, place) => {
    const attempt = lastById.get(invoice.uuid);
    return {
      ...rows[place]!,
      age: invoiceAge(invoice.due_on, at),
      days_due: daysDue(invoice.due_on, at),
      attempts: attemptsById.get(invoice.uuid) ?? 0,
      last_attempt: attempt
        ? {
            at: attempt.created_at,
            status: attempt.status,
            error_code: attempt.transaction_error?.error_code ?? null,
          }
        : null,
      next_attempt_at: invoice.attempt_next_collection_at,
      dunning: stepOf(invoice),
    };
  });
};

const pastDueInvoices = rowList<PastDueQuery, ShownInvoice, InvoiceFilter, PastDueRow, InvoiceTotals>({
  listing: ({ invoices }) => invoices,
  filter: async ({ age, due, state, currency, account_code }, { at }, records) => ({
    type: 'charge',
    states: state === undefined ? OPEN : [state],
    ...(age ? dueDatesOf(age, at) : due && { due_to: at }),
    ...filterOf<InvoiceFilter>({ currency }),
    ...(await accountNamed(records, account_code)),
  }),
  place: ({ uuid, created_at }) => ({ id: uuid, at: created_at }),
  rows: (records, page, { at }) => rowsOf(records, page, at),
  totals: async ({ invoices }, query) => {
    const currencies = await invoices.totals(query);
    return { count: countOfAll(currencies), currencies };
  },
  few: totalsOfInvoices,
});

/** Returns what customers owe by currency and age, as the buckets of `listPastDue`. */
export const owedByAge =
  ({ storage }: QueryDeps) =>
  ({ site, at }: Pick<Caller, 'site' | 'at'>): Promise<readonly AgedTotal[]> =>
    storage.of(site.id).invoices.agedTotals(at);

/** Returns a page of past-due invoices, without the buckets. Throws `not_found` for an account. */
export const listPastDueRows: (deps: QueryDeps) => RowList<PastDueQuery, PastDueRow, InvoiceTotals> = pastDueInvoices;

/**
 * Returns open charge invoices with their attempts and their place in dunning, and what customers owe by currency and
 * age. Throws `not_found` for an account.
 */
export const listPastDue = ({ storage }: QueryDeps) => {
  const list = pastDueInvoices({ storage });
  const owed = owedByAge({ storage });
  return async (caller: Pick<Caller, 'site' | 'at'>, query: PastDueQuery): Promise<PastDuePage> => {
    const [page, buckets] = await Promise.all([list(caller, query), owed(caller)]);
    return { ...page, buckets };
  };
};
