import type { DisputeRecord } from '../domain/disputes/dispute.ts';

/** Disputes of the payments of a site. */
export interface DisputeRecords {
  byReference(gatewayCode: string, reference: string): Promise<DisputeRecord | undefined>;
  /** Undecided disputes of a payment. */
  undecidedOf(transactionUuid: string): Promise<readonly DisputeRecord[]>;
  /** Whether an account has a dispute whose amount is withdrawn and that is not decided. */
  isOpen(accountId: string): Promise<boolean>;
  /** Undecided disputes first, then the latest. */
  list(limit: number): Promise<readonly DisputeRecord[]>;
  /** Adds a dispute, or replaces it. */
  save(record: DisputeRecord): Promise<void>;
}
