import type { GeneralLedgerAccountRecord, PerformanceObligationRecord } from '../domain/general-ledger/record.ts';
import type { GeneralLedgerAccount } from '../resources/general-ledger-account.ts';
import type { Listing } from './listing.ts';

export interface GeneralLedgerAccountFilter {
  readonly account_type?: GeneralLedgerAccount['account_type'];
}

export interface GeneralLedgerAccountRecords extends Listing<GeneralLedgerAccountRecord, GeneralLedgerAccountFilter> {
  find(id: string): Promise<GeneralLedgerAccountRecord | undefined>;
  coded(code: string): Promise<GeneralLedgerAccountRecord | undefined>;
  /** Those of the ids that exist. */
  byIds(ids: readonly string[]): Promise<readonly GeneralLedgerAccountRecord[]>;
  add(record: GeneralLedgerAccountRecord): Promise<void>;
  save(record: GeneralLedgerAccountRecord): Promise<void>;
}

/** The obligations that a site added to those that are built in. */
export interface PerformanceObligationRecords {
  /** The active ones, oldest first. */
  all(): Promise<readonly PerformanceObligationRecord[]>;
  add(record: PerformanceObligationRecord): Promise<void>;
  save(record: PerformanceObligationRecord): Promise<void>;
}
