import type { DisputeRecord, DisputeState } from '../domain/disputes/dispute.ts';
import type { Seconds } from '../values/time.ts';
import type { Listing, ListQuery } from './listing.ts';

export interface DisputeFilter {
  readonly account_id?: string;
  readonly states?: readonly DisputeState[];
  readonly currency?: string;
  /** Whether they were answered with evidence, or accepted. */
  readonly answered?: boolean;
  /** Undecided disputes without an answer whose evidence is due by this moment. */
  readonly evidence_due_by?: Seconds;
}

/** The disputes of a list in one currency, added up. */
export interface DisputeTotal {
  readonly currency: string;
  readonly count: number;
  readonly amount_in_cents: number;
  readonly withdrawn_in_cents: number;
}

/**
 * Disputes of the payments of a site. For a list, they were created when they were opened, and updated with the latest
 * report.
 */
export interface DisputeRecords extends Listing<DisputeRecord, DisputeFilter> {
  /** Adds the disputes of a list up, in the order of currencies; ignores `limit` and `from`. */
  totals(query: ListQuery<DisputeFilter>): Promise<readonly DisputeTotal[]>;
  find(id: string): Promise<DisputeRecord | undefined>;
  /** Disputes of a payment, the latest first. */
  ofPayment(transactionUuid: string): Promise<readonly DisputeRecord[]>;
  byReference(gatewayCode: string, reference: string): Promise<DisputeRecord | undefined>;
  /** Undecided disputes of a payment. */
  undecidedOf(transactionUuid: string): Promise<readonly DisputeRecord[]>;
  /** Whether an account has a dispute whose amount is withdrawn and that is not decided. */
  isOpen(accountId: string): Promise<boolean>;
  /** Undecided disputes first, then the latest. */
  undecidedFirst(limit: number): Promise<readonly DisputeRecord[]>;
  /** Adds a dispute, or replaces it. */
  save(record: DisputeRecord): Promise<void>;
}
