import type { Seconds } from '../../values/time.ts';

/** The unbilled usage of an add-on that a charge bills: that of a period, or late usage of an earlier one. */
export interface UsageSelection {
  readonly subscription_id: string;
  readonly add_on_code: string;
  readonly late: boolean;
  /** An `endsAt` of null includes everything from `startedAt` on. */
  readonly startedAt: Seconds;
  readonly endsAt: Seconds | null;
}

export interface UsageTotal {
  readonly count: number;
  /** The sum of the amounts, as decimal text. */
  readonly amount: string;
  /** The largest `id` among them; 0 where there is none. */
  readonly last: number;
}
