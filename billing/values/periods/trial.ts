import type { Seconds } from '../time.ts';
import { type Interval, later } from './interval.ts';

/** What can give a subscription a trial. */
export interface TrialSources {
  /** The moment asked for on creation; in the past or now, there is no trial. */
  readonly endsAt?: Seconds;
  /** Of a free-trial coupon; stands in for the plan's. */
  readonly coupon?: Interval;
  readonly plan?: Interval;
}

/** When the trial of a subscription ends that starts at `start`; undefined when it has none. */
export const trialEnd = (start: Seconds, { endsAt, coupon, plan }: TrialSources): Seconds | undefined => {
  const interval = coupon ?? plan;
  const end = endsAt ?? (interval && later(start, interval));
  return end !== undefined && end > start ? end : undefined;
};
