import type { LedgerAccount, Movement } from '../domain/ledger/movement.ts';
import type { ReportPeriod } from '../domain/reports/report.ts';
import type { Seconds } from '../values/time.ts';

export interface LedgerRecords {
  append(movement: Movement): Promise<void>;
  /**
   * Returns the number of an account's movements, in all currencies. A different number later means that money has
   * moved since.
   */
  count(accountId: string): Promise<number>;
  /**
   * Returns the account's movements that come from any of these invoices, transactions, credit payments and disputes,
   * oldest first, at most `limit`.
   */
  from(accountId: string, subjects: readonly string[], limit: number): Promise<readonly Movement[]>;
  /** Balances of one customer in one currency, in cents by ledger account. */
  balances(accountId: string, currency: string): Promise<Readonly<Partial<Record<LedgerAccount, number>>>>;
  /**
   * Returns whole days at the beginning of a period, as days since 1970-01-01 in UTC, whose sums are not kept, or no
   * longer those of all movements. The rest of the period begins at `until`.
   */
  staleDays(period: ReportPeriod): Promise<{ readonly days: readonly number[]; readonly until: Seconds }>;
  /** Keeps the sums of a day, so that reports need not add it up. Reports use them only while no movement is added. */
  keepDay(day: number): Promise<void>;
}
