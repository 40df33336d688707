import type { AccountingPeriod, PeriodReport } from '../domain/periods/period.ts';
import type { ReportPeriod } from '../domain/reports/report.ts';
import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** The cash that payments and refunds moved in one currency, by their own amounts and in the ledger. */
export interface CashOfPayments {
  readonly currency: string;
  readonly payments_in_cents: number;
  readonly ledger_in_cents: number;
}

/** The months whose books were closed, and their snapshots. */
export interface PeriodRecords {
  /** All of them, the latest first. */
  all(): Promise<readonly AccountingPeriod[]>;
  find(month: string): Promise<AccountingPeriod | undefined>;
  /** Adds a month, or replaces its earlier closing. */
  keep(period: AccountingPeriod): Promise<void>;
  /** Sets the moment before which the books of the site are closed; 0 if none are. */
  closeBooksUntil(moment: Seconds): Promise<void>;
  /** Returns when the first invoice of the site was posted; undefined if none was. */
  firstInvoiceAt(): Promise<Seconds | undefined>;
  /** The files of the snapshot of a month, in the order of their names. */
  reports(month: string): Promise<readonly PeriodReport[]>;
  addReport(report: PeriodReport): Promise<void>;
  /** Stores a part of the file of a report in place of an earlier one: text that another process can join and read. */
  keepPart(report: Pick<PeriodReport, 'month' | 'report'>, part: number, content: string): Promise<void>;
  part(report: Pick<PeriodReport, 'month' | 'report'>, part: number): Promise<string | undefined>;
  /** Deletes the snapshot of a month. */
  removeSnapshot(month: string): Promise<void>;
  /** Months whose snapshot is being made, each with one item for its next file. */
  readonly beingClosed: DueQuery;
  /** Counts the payments of a period that their customers have not confirmed yet. */
  pendingPayments(period: ReportPeriod): Promise<number>;
  /** Returns what payments and refunds moved in a period, in the order of currencies. */
  cashOfPayments(period: ReportPeriod): Promise<readonly CashOfPayments[]>;
}
