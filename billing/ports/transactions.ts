import type { ShownTransaction, TransactionRecord } from '../domain/transactions/record.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';
import type { Listing, ListQuery } from './listing.ts';

export interface TransactionFilter {
  readonly account_id?: string;
  readonly state?: 'successful' | 'failed' | 'voided';
  readonly type?: 'authorization' | 'purchase' | 'refund';
  readonly invoice_id?: string;
  /** A stored status; `state` stands for one or several. */
  readonly status?: TransactionRecord['status'];
  readonly currency?: string;
  readonly gateway_code?: string;
  /** The code of the decline or failure, as `transaction_error` has it. */
  readonly error_code?: string;
  /** Bounds of the amount, both included, in cents. */
  readonly least_in_cents?: number;
  readonly most_in_cents?: number;
}

/** The transactions of a list in one currency, added up. */
export interface TransactionTotal {
  readonly currency: string;
  readonly count: number;
  /** All amounts, those of declined attempts and of refunds included. */
  readonly amount_in_cents: number;
  /** Successful payments, and successful refunds. */
  readonly paid_in_cents: number;
  readonly refunded_in_cents: number;
  /** Attempts to pay that were approved, those that were voided later included. */
  readonly approved: number;
}

export interface CollectionAttempts {
  readonly invoice_id: string;
  readonly attempts: number;
  /** The uuid of the last attempt. */
  readonly last: string;
}

/** Successful payments and refunds in one currency that were made in a quarter of an hour, added up. */
export interface Takings {
  /** The first second of the quarter. */
  readonly from: Seconds;
  readonly currency: string;
  readonly payments: number;
  readonly paid_in_cents: number;
  readonly refunded_in_cents: number;
}

export interface TransactionRecords extends Listing<ShownTransaction, TransactionFilter> {
  /** Adds the transactions of a list up, in the order of currencies; ignores `limit` and `from`. */
  totals(query: ListQuery<TransactionFilter>): Promise<readonly TransactionTotal[]>;
  /** Adds up what was paid and refunded from a moment to before another one, by quarter of an hour and currency. */
  takings(from: Seconds, to: Seconds): Promise<readonly Takings[]>;
  find(uuid: string): Promise<ShownTransaction | undefined>;
  /** Returns the transaction with this reference at a gateway. */
  byReference(gatewayCode: string, reference: string): Promise<ShownTransaction | undefined>;
  add(record: TransactionRecord): Promise<void>;
  save(record: TransactionRecord): Promise<void>;
  byIds(uuids: readonly string[]): Promise<readonly ShownTransaction[]>;
  /** Counts the attempts to collect several invoices, and names the last one. Those without attempts are missing. */
  attemptsOf(invoiceIds: readonly string[]): Promise<readonly CollectionAttempts[]>;
  /** Oldest first. */
  ofInvoice(invoiceId: string): Promise<readonly ShownTransaction[]>;
  /** Returns at most `limit` transactions of several invoices, oldest first. */
  ofInvoices(invoiceIds: readonly string[], limit: number): Promise<readonly ShownTransaction[]>;
  /** Returns transactions of an account whose uuids are before one, the latest first. */
  latest(accountId: string, before: string, limit: number): Promise<readonly ShownTransaction[]>;
  /** Refunds of a payment, oldest first. */
  refundsOf(uuid: string): Promise<readonly ShownTransaction[]>;
  /** Transactions whose settlement state must be looked up at their gateway. */
  readonly dueForSettlement: DueQuery;
}
