import type { AccountRecord } from '../domain/accounts/record.ts';
import type { AdjustmentRecord, ShownAdjustment } from '../domain/adjustments/record.ts';
import type { Period } from '../values/periods/period.ts';
import type { Seconds } from '../values/time.ts';
import type { Listing } from './listing.ts';

export interface AdjustmentFilter {
  readonly account_id?: string;
  readonly invoice_id?: string;
  /** Credits made against it. */
  readonly original_adjustment_uuid?: string;
  readonly type?: 'charge' | 'credit';
  readonly state?: 'pending' | 'invoiced';
}

/** The account whose pending lines are read. With `has_children`, those of its children that are billed to it too. */
export type PendingOf = Pick<AccountRecord, 'id' | 'has_children'>;

export interface AdjustmentRecords extends Listing<ShownAdjustment, AdjustmentFilter> {
  find(uuid: string): Promise<ShownAdjustment | undefined>;
  add(record: AdjustmentRecord): Promise<void>;
  /** Adds several at once. */
  addAll(records: readonly AdjustmentRecord[]): Promise<void>;
  save(record: AdjustmentRecord): Promise<void>;
  remove(uuid: string): Promise<void>;
  /** Returns at most `limit` pending lines of accounts in a currency, oldest first. */
  pending(of: PendingOf, currency: string, limit: number): Promise<readonly ShownAdjustment[]>;
  /** Returns the currencies of pending lines, that of the oldest line first. */
  pendingCurrencies(of: PendingOf): Promise<readonly string[]>;
  /** The lines of an invoice, in its order. */
  onInvoice(invoiceId: string): Promise<readonly ShownAdjustment[]>;
  /** Returns at most `limit` lines of several invoices, each in its order. */
  onInvoices(invoiceIds: readonly string[], limit: number): Promise<readonly ShownAdjustment[]>;
  /** Returns at most `limit` lines of an invoice in its order, starting at a position. */
  onInvoiceFrom(invoiceId: string, position: number, limit: number): Promise<readonly ShownAdjustment[]>;
  /** The first subscription among the lines of an invoice. */
  firstSubscription(invoiceId: string): Promise<string | undefined>;
  /** Invoiced charges of a subscription for periods that begin at a moment or later, newest first. */
  chargesSince(subscriptionId: string, startedAt: Seconds): Promise<readonly ShownAdjustment[]>;
  /** Credits made against a charge, oldest first. */
  creditsOf(uuid: string): Promise<readonly ShownAdjustment[]>;
  /** The billed period of a subscription that contains a moment: of its add-on, or else of its plan. */
  billedPeriod(subscriptionId: string, addOnCode: string, at: Seconds): Promise<Period | undefined>;
}
