import type { Seconds } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** Records that adapters keep of the operations they begin at their providers, by idempotency key. */
export interface GatewayOperationRecords {
  /** Operations that nothing looks up any more, one item for each day on which some began. */
  readonly expired: DueQuery;
  /** Deletes at most so many of those that began before a moment; returns how many. */
  removeExpired(before: Seconds, limit: number): Promise<number>;
}
