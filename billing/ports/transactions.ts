import type { ShownTransaction, TransactionRecord } from '../domain/transactions/record.ts';
import type { DueQuery } from './due.ts';
import type { Listing } from './listing.ts';

export interface TransactionFilter {
  readonly account_id?: string;
  readonly state?: 'successful' | 'failed' | 'voided';
  readonly type?: 'authorization' | 'purchase' | 'refund';
  readonly invoice_id?: string;
}

export interface TransactionRecords extends Listing<ShownTransaction, TransactionFilter> {
  find(uuid: string): Promise<ShownTransaction | undefined>;
  /** Returns the transaction with this reference at a gateway. */
  byReference(gatewayCode: string, reference: string): Promise<ShownTransaction | undefined>;
  add(record: TransactionRecord): Promise<void>;
  save(record: TransactionRecord): Promise<void>;
  /** Oldest first. */
  ofInvoice(invoiceId: string): Promise<readonly ShownTransaction[]>;
  /** Returns at most `limit` transactions of several invoices, oldest first. */
  ofInvoices(invoiceIds: readonly string[], limit: number): Promise<readonly ShownTransaction[]>;
  /** Refunds of a payment, oldest first. */
  refundsOf(uuid: string): Promise<readonly ShownTransaction[]>;
  /** Transactions whose settlement state must be looked up at their gateway. */
  readonly dueForSettlement: DueQuery;
}
