import type { Seconds } from '../time.ts';
import { type Interval, later } from './interval.ts';

/** The possible sources of a subscription's trial. */
export interface TrialSources {
  /** The moment asked for on creation; in the past or now, there is no trial. */
  readonly endsAt?: Seconds;
  /** Trial of a free-trial coupon; replaces the plan's. */
  readonly coupon?: Interval;
  readonly plan?: Interval;
}

/** Returns the end of the trial of a subscription that starts at `start`; undefined when it has none. */
export const trialEnd = (start: Seconds, { endsAt, coupon, plan }: TrialSources): Seconds | undefined => {
  const interval = coupon ?? plan;
  const end = endsAt ?? (interval && later(start, interval));
  return end !== undefined && end > start ? end : undefined;
};
