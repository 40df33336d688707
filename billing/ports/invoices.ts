import type { InvoiceAge } from '../domain/invoices/aging.ts';
import type { CreditPaymentRecord, ShownCreditPayment } from '../domain/invoices/credit-payment.ts';
import type { InvoiceRecord, ShownInvoice } from '../domain/invoices/record.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';
import type { Listing, ListQuery } from './listing.ts';

export interface InvoiceFilter {
  readonly account_id?: string;
  /** Stored states. */
  readonly states?: readonly string[];
  readonly subscription_id?: string;
  /** Credit invoices made against it. */
  readonly original_id?: string;
  /** The charge invoices that a credit invoice credits. */
  readonly originals_of?: string;
  readonly type?: InvoiceRecord['type'];
  readonly origin?: string;
  readonly currency?: string;
  readonly business_entity_id?: string;
  /** Bounds of the total, both included, in cents. The total of a credit invoice counts without its sign. */
  readonly least_in_cents?: number;
  readonly most_in_cents?: number;
  /** Bounds of the due date, both included. */
  readonly due_from?: Seconds;
  readonly due_to?: Seconds;
}

/** The invoices of a list in one currency, added up. */
export interface InvoiceTotal {
  readonly currency: string;
  readonly count: number;
  readonly total_in_cents: number;
  readonly balance_in_cents: number;
}

/** The open charge invoices of one currency that are equally old, added up. */
export interface AgedTotal {
  readonly currency: string;
  readonly age: InvoiceAge;
  readonly count: number;
  readonly balance_in_cents: number;
}

export interface InvoiceRecords extends Listing<ShownInvoice, InvoiceFilter> {
  /** Adds the invoices of a list up, in the order of currencies; ignores `limit` and `from`. */
  totals(query: ListQuery<InvoiceFilter>): Promise<readonly InvoiceTotal[]>;
  find(uuid: string): Promise<ShownInvoice | undefined>;
  /**
   * Finds an invoice by number and prefix. By its number alone, it finds the one without a prefix, or the only one that
   * has the number.
   */
  byNumber(number: number, prefix?: string): Promise<ShownInvoice | undefined>;
  add(record: InvoiceRecord): Promise<void>;
  save(record: InvoiceRecord): Promise<void>;
  /** Records the due date that an invoice had until a moment, for reports about earlier days. */
  keepDueDate(uuid: string, until: Seconds, due_on: Seconds): Promise<void>;
  /** Credit invoices in a currency that have a balance left, oldest first. */
  openCredits(accountId: string, currency: string): Promise<readonly ShownInvoice[]>;
  /** Charge invoices that are not paid, oldest first. */
  openCharges(accountId: string): Promise<readonly ShownInvoice[]>;
  /** Whether a charge invoice of an account is not paid that has lines for this account, which may be another one. */
  owesFor(accountId: string, lineAccountId: string): Promise<boolean>;
  /** Adds the open charge invoices of the site up by age at a moment, in the order of currencies and ages. */
  agedTotals(at: Seconds): Promise<readonly AgedTotal[]>;
  /** The latest invoice of a subscription by number, without refunds and write-offs of earlier ones. */
  lastOfSubscription(subscriptionId: string): Promise<ShownInvoice | undefined>;
  /** Pending invoices that are collected manually and were due more than a day ago. */
  readonly overdue: DueQuery;
  /** Invoices with a scheduled collection attempt. */
  readonly dueForCollection: DueQuery;
  /** Invoices with a scheduled dunning step. */
  readonly dueForDunning: DueQuery;
  /** Pending invoices whose gateway has not answered for a day. */
  readonly unanswered: DueQuery;
  /**
   * Invoices whose collection waits for a gateway, undefined: for any, and that has not answered since a moment after
   * `since`; the longest first.
   */
  waitingForGateway(gatewayCode: string | undefined, since: Seconds, limit: number): Promise<readonly ShownInvoice[]>;
  /** Makes the next attempt of every invoice that waits for a gateway due at a moment, if it is later. */
  hastenWaiting(gatewayCode: string, at: Seconds): Promise<void>;
  /** Records a manual collection of an account; false when there was one after `last`. */
  forceCollection(accountId: string, at: Seconds, last: Seconds): Promise<boolean>;
}

export interface CreditPaymentFilter {
  readonly account_id?: string;
  /** Id of a charge invoice or a credit invoice. */
  readonly invoice_id?: string;
}

export interface CreditPaymentRecords extends Listing<ShownCreditPayment, CreditPaymentFilter> {
  find(uuid: string): Promise<ShownCreditPayment | undefined>;
  add(record: CreditPaymentRecord): Promise<void>;
  save(record: CreditPaymentRecord): Promise<void>;
  /** Returns those of a charge invoice or a credit invoice, oldest first. */
  ofInvoice(invoiceId: string): Promise<readonly ShownCreditPayment[]>;
  /** Returns at most `limit` of several invoices, oldest first. */
  ofInvoices(invoiceIds: readonly string[], limit: number): Promise<readonly ShownCreditPayment[]>;
  /** The payment that turned credit into a refund. */
  ofRefund(transactionUuid: string): Promise<ShownCreditPayment | undefined>;
}
