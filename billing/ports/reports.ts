import type { LineTax } from '../domain/adjustments/record.ts';
import type { InvoiceRecord } from '../domain/invoices/record.ts';
import type { LedgerAccount } from '../domain/ledger/movement.ts';
import type { CurrencySums, ReportPeriod } from '../domain/reports/report.ts';
import type { Seconds } from '../values/time.ts';

/** A line of an invoice, with what reports say of the invoice. Amounts of credit are below 0. */
export interface ReportedLine {
  readonly uuid: string;
  readonly position: number;
  readonly invoice_id: string;
  /** The number with its prefix. */
  readonly invoice_number: string;
  readonly invoice_type: 'charge' | 'credit';
  readonly invoice_origin: string;
  /** The date of the invoice. */
  readonly invoiced_at: Seconds;
  readonly account_code: string;
  readonly currency: string;
  /** The name on the billing address; null where there is none. */
  readonly customer: string | null;
  /** Country and state of the address where it is taxed: that of the delivery, else the billing address. */
  readonly country: string | null;
  readonly state: string | null;
  /** The country of the business entity that sold it; null where the site itself did. */
  readonly seller_country: string | null;
  /** The country of the billing address, and what else spoke for the customer's country at the sale. */
  readonly billing_country: string | null;
  readonly ip_country: string | null;
  readonly method_country: string | null;
  /** Whether the invoice has an address of delivery, which is then the one where it is taxed. */
  readonly delivered: boolean;
  readonly vat_number: string | null;
  readonly reverse_charge: boolean;
  readonly description: string | null;
  readonly plan_code: string | null;
  readonly origin: string;
  readonly accounting_code: string | null;
  readonly revenue_gl_account_code: string | null;
  readonly liability_gl_account_code: string | null;
  readonly performance_obligation_id: string | null;
  readonly revenue_schedule_type: string | null;
  readonly start_date: Seconds;
  readonly end_date: Seconds | null;
  readonly tax_exempt: boolean;
  /** Whether it sells, refunds or redeems a gift card. */
  readonly gift_card: boolean;
  /** The date of the invoice with the charge that it credits; null for any other line. */
  readonly original_invoiced_at: Seconds | null;
  /** The number of that invoice, with its prefix. */
  readonly original_invoice_number: string | null;
  readonly taxes: readonly LineTax[];
  readonly tax_in_cents: number;
  readonly total_in_cents: number;
}

/** A credit of a line. */
export interface LineCredit {
  /** The date and the number, with its prefix, of the credit invoice. */
  readonly credited_at: Seconds;
  readonly invoice_number: string;
  readonly net_in_cents: number;
}

/** A line whose net amount is revenue, with what became of it until the end of a period. */
export interface RevenueLine extends ReportedLine {
  /** The moment at which its subscription ended; null for one that goes on after the period, and for a line of none. */
  readonly ended_at: Seconds | null;
  /** Credits of the line, the oldest first. */
  readonly credits: readonly LineCredit[];
}

/** The amount owed of a charge invoice at a moment. `invoice_number` is null for movements without an invoice. */
export interface OwedInvoice {
  readonly invoice_number: string | null;
  readonly account_code: string | null;
  readonly customer: string | null;
  readonly due_on: Seconds | null;
  readonly currency: string;
  readonly owed_in_cents: number;
}

/** A page of what was owed. */
export interface OwedPage<After> {
  readonly invoices: readonly OwedInvoice[];
  /** The movements of the ledger that were added up. */
  readonly movements: number;
  /** The account or the invoice after which the next page begins; null on the last page. */
  readonly last: After | null;
}

/** The invoice after which a page of invoices begins. */
export type AfterInvoice = Pick<InvoiceRecord, 'created_at' | 'uuid'>;

/** The sums of the movements of one kind in one ledger account and currency. Neither sum is below 0. */
export interface LedgerTurnover {
  readonly account: LedgerAccount;
  readonly currency: string;
  readonly kind: string;
  readonly debits_in_cents: number;
  readonly credits_in_cents: number;
}

/** The sums of a part of a period. */
export interface LedgerPart {
  readonly turnovers: readonly LedgerTurnover[];
  /** The records that were added up. */
  readonly records: number;
  /** The first second after the part. */
  readonly until: Seconds;
}

/** An entry of a movement of the ledger, with what the movement is about. */
export interface ReportedPosting {
  readonly movement_id: string;
  /** The place of the entry in its movement, from 0. */
  readonly line: number;
  readonly at: Seconds;
  /** The event that posted it, such as `invoice.posted`. */
  readonly kind: string;
  readonly account: LedgerAccount;
  readonly currency: string;
  /** Cents; a debit is positive. */
  readonly amount_in_cents: number;
  readonly account_code: string | null;
  /** The number with its prefix of the invoice that was posted, paid, or that credit was used for. */
  readonly invoice_number: string | null;
}

/** An attempt to take or reserve money. */
export interface PaymentAttempt {
  readonly uuid: string;
  readonly created_at: Seconds;
  readonly account_code: string | null;
  readonly invoice_number: string | null;
  readonly gateway_code: string | null;
  readonly card_type: string | null;
  readonly country: string | null;
  /** Whether the customer was not present: at a renewal, or where the merchant said so. */
  readonly by_merchant: boolean;
  readonly status: string;
  readonly error_code: string | null;
  /** The number of the attempt among those for its invoice, from 1; 1 for an attempt without an invoice. */
  readonly attempt: number;
  readonly currency: string;
  readonly amount_in_cents: number;
}

/** An invoice that was past due, and what became of it until now. */
export interface DunnedInvoice {
  readonly uuid: string;
  readonly created_at: Seconds;
  /** The number with its prefix. */
  readonly invoice_number: string;
  readonly account_code: string;
  readonly currency: string;
  /** The code of the campaign, and the dunning events that it had. */
  readonly campaign: string;
  readonly events_count: number;
  /** The moment since which it was past due. */
  readonly started_at: Seconds;
  readonly state: InvoiceRecord['state'];
  readonly recovery_reason: string | null;
  readonly balance_in_cents: number;
  /** Payments since it was past due, the part of them by a backup method, and what was written off. */
  readonly paid_in_cents: number;
  readonly paid_by_backup_in_cents: number;
  readonly written_off_in_cents: number;
}

/** The line after which a page of lines begins. */
export type AfterLine = Pick<ReportedLine, 'invoiced_at' | 'invoice_id' | 'position'>;

/** The sums and lines of reports, over all customers of a site. */
export interface ReportRecords {
  /** Returns lines of the invoices dated in a period, by invoice and position, the oldest first. */
  lines(period: ReportPeriod, after: AfterLine | undefined, limit: number): Promise<readonly ReportedLine[]>;
  /**
   * Returns the lines posted to revenue, as `lines` does: those that are invoiced or credited in a period, and those of
   * earlier invoices that may not be earned before it. Credits of a line are with the line. Gift cards are left out,
   * which are a liability until they are redeemed, and so are write-offs.
   */
  revenueLines(period: ReportPeriod, after: AfterLine | undefined, limit: number): Promise<readonly RevenueLine[]>;
  /**
   * Returns what was owed of the invoices of at most `limit` accounts just before a moment, by the movements of the
   * ledger until then. The last page has the movements that belong to no account as well.
   *
   * @param after the account after which the page begins
   */
  owed(before: Seconds, after: string | undefined, limit: number): Promise<OwedPage<string>>;
  /**
   * Returns what was owed just before a moment, by the movements of their accounts until then, of at most `limit`
   * invoices that are owed now or have changed since the moment, the oldest first. These are all that were owed, if the
   * balances of invoices agree with the ledger.
   */
  open(before: Seconds, after: AfterInvoice | undefined, limit: number): Promise<OwedPage<AfterInvoice>>;
  /**
   * Returns the sums of the beginning of a period: of about `limit` movements, and of whole seconds. The rest of the
   * period begins at `until`.
   */
  turnover(period: ReportPeriod, limit: number): Promise<LedgerPart>;
  /**
   * Returns the value of the gift cards that were sold or given away before a moment and not redeemed until then, those
   * left out whose value was earned as breakage.
   */
  giftCardsOwed(before: Seconds): Promise<CurrencySums>;
  /** Returns the codes of plans, also of those that subscriptions were sold under earlier, in their order. */
  planCodes(): Promise<readonly string[]>;
  /** Returns invoices of before a moment that were past due, the oldest first. */
  dunnedInvoices(
    before: Seconds,
    after: Pick<DunnedInvoice, 'created_at' | 'uuid'> | undefined,
    limit: number,
  ): Promise<readonly DunnedInvoice[]>;
  /** Returns entries of the ledger in a period by movement and line, the oldest first, after one of them. */
  postings(
    period: ReportPeriod,
    after: Pick<ReportedPosting, 'at' | 'movement_id' | 'line'> | undefined,
    limit: number,
  ): Promise<readonly ReportedPosting[]>;
  /** Returns attempts to take or reserve money in a period, the oldest first, after one of them. */
  attempts(
    period: ReportPeriod,
    after: Pick<PaymentAttempt, 'created_at' | 'uuid'> | undefined,
    limit: number,
  ): Promise<readonly PaymentAttempt[]>;
}
