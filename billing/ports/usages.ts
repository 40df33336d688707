import type { UsageSelection, UsageTotal } from '../domain/subscriptions/usage-selection.ts';
import type { UsageRecord } from '../domain/usages/record.ts';
import type { Period } from '../values/periods/period.ts';
import type { Seconds } from '../values/time.ts';
import type { Listing } from './listing.ts';

export interface UsageFilter {
  readonly subscription_id: string;
  readonly add_on_code: string;
  readonly billed?: boolean;
  /** Inclusive bounds on one of the two timestamps. */
  readonly dated?: {
    readonly by: 'usage_timestamp' | 'recording_timestamp';
    readonly from?: Seconds;
    readonly to?: Seconds;
  };
}

export interface UsageRecords extends Listing<UsageRecord, UsageFilter> {
  find(subscriptionId: string, addOnCode: string, id: number): Promise<UsageRecord | undefined>;
  add(record: UsageRecord): Promise<void>;
  save(record: UsageRecord): Promise<void>;
  remove(key: string): Promise<void>;
  /** Whether any usage of the add-on was ever recorded. */
  has(subscriptionId: string, addOnCode: string): Promise<boolean>;
  /** The unbilled usage of a selection. */
  unbilled(selection: UsageSelection): Promise<UsageTotal>;
  /** The amount of the last record of a selection, as decimal text; 0 where there is none. */
  lastUnbilled(selection: UsageSelection): Promise<string>;
  /** The periods that have late usage which is not billed yet, oldest first. */
  latePeriods(subscriptionId: string, addOnCode: string): Promise<readonly Period[]>;
  /** The billed usage of a period. */
  billed(subscriptionId: string, addOnCode: string, period: Period): Promise<UsageTotal>;
  /**
   * Marks the unbilled usage of a selection as billed by an invoice line, up to an id. A line of null: the usage
   * amounted to nothing.
   */
  bill(selection: UsageSelection, last: number, line: string | null, at: Seconds): Promise<void>;
  /** Marks the unbilled usage of a period as late: the next invoice bills it. */
  defer(selection: UsageSelection, period: Period): Promise<void>;
}
