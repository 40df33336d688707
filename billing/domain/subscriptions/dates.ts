import type { Issue } from '../../values/failure.ts';
import { type Interval, later, mostIntervals } from '../../values/periods/interval.ts';
import { trialEnd } from '../../values/periods/trial.ts';
import type { Seconds } from '../../values/time.ts';
import type { PlanRecord } from '../plans/record.ts';
import type { RequestedSubscription } from './requested.ts';

/** Dates of a subscription at its start. */
export interface StartDates {
  /** The start is in the future. */
  readonly waits: boolean;
  readonly start: Seconds;
  readonly trialEnds: Seconds | undefined;
  /** The date from which periods are computed: the start, the end of the trial, or the requested first bill date. */
  readonly anchor: Seconds;
  /** Null: the subscription continues until it is canceled. */
  readonly cycles: number | null;
  /** The count of the first term, which the request may name. */
  readonly firstCycles: number | null;
}

export interface DateSources {
  readonly at: Seconds;
  readonly plan: PlanRecord;
  readonly requested: RequestedSubscription;
  /** The trial of a coupon, which replaces the plan's. */
  readonly freeTrial: Interval | undefined;
}

/** Returns the billing interval of a plan. */
export const intervalOfPlan = (plan: Pick<PlanRecord, 'plan_interval_unit' | 'plan_interval_length'>): Interval => ({
  unit: plan.plan_interval_unit,
  length: plan.plan_interval_length,
});

const trialOfPlan = ({ trial_interval_length, trial_interval_unit }: PlanRecord): Interval | undefined =>
  trial_interval_length > 0 ? { unit: trial_interval_unit, length: trial_interval_length } : undefined;

/** The first bill date has three field names; the first one in the request counts. */
const BILL_DATES = ['first_bill_date', 'next_bill_date', 'first_renewal_date'] as const;

/** Returns the field in which a request names the first bill date; undefined without one. */
export const billDateOf = (requested: RequestedSubscription): (typeof BILL_DATES)[number] | undefined =>
  BILL_DATES.find((name) => requested[name] != null);

/** Maximum number of years ahead that a subscription may start or be billed first. */
export const MOST_YEARS_AHEAD = 100;

/** Whether a requested date lies further ahead than a subscription may start or be billed. */
export const isTooFar = (date: Seconds, at: Seconds): boolean =>
  date > later(at, { unit: 'months', length: 12 }, MOST_YEARS_AHEAD);

/**
 * Returns the dates of a new subscription; the issue if a requested date is more than a hundred years ahead, or the
 * term would end after the year 9999.
 */
export const startDates = (sources: DateSources): StartDates | Issue => {
  const { at, plan, requested, freeTrial } = sources;
  const tooFar = (['starts_at', 'trial_ends_at', ...BILL_DATES] as const).find(
    (name) => requested[name] != null && isTooFar(requested[name], at),
  );
  if (tooFar) return { field: tooFar, symbol: 'invalid', reason: 'too_far_ahead' };
  const interval = intervalOfPlan(plan);
  const waits = requested.starts_at !== undefined && requested.starts_at !== null && requested.starts_at > at;
  const start = waits ? (requested.starts_at ?? at) : at;
  const trial = trialOfPlan(plan);
  const billDate = billDateOf(requested);
  const billed = (billDate && requested[billDate]) ?? null;
  const trialUntil = trialEnd(start, {
    ...(requested.trial_ends_at === undefined || requested.trial_ends_at === null
      ? {}
      : { endsAt: requested.trial_ends_at }),
    ...(freeTrial ? { coupon: freeTrial } : {}),
    ...(trial ? { plan: trial } : {}),
  });
  // Nothing is billed in a trial, so it lasts until the first bill date. Without a trial, the first period is cut
  // short.
  const trialEnds = trialUntil === undefined ? undefined : (billed ?? trialUntil);
  const firstBilled = trialUntil === undefined ? billed : null;
  const { total_billing_cycles = plan.total_billing_cycles } = requested;
  const cycles = total_billing_cycles;
  const firstCycles = requested.remaining_billing_cycles ?? cycles;

  // A first period that ends at a requested date is the first cycle, and later ones are counted from its end.
  const anchor = trialEnds ?? firstBilled ?? start;
  const fitting = (firstBilled === null ? 0 : 1) + mostIntervals(anchor, interval);
  if (fitting < 1) {
    const field = trialEnds === undefined ? 'starts_at' : (billDate ?? 'trial_ends_at');
    return { field, symbol: 'invalid', reason: 'beyond_calendar' };
  }
  const counts = { total_billing_cycles: cycles, remaining_billing_cycles: firstCycles };
  const tooMany = (['total_billing_cycles', 'remaining_billing_cycles'] as const).find(
    (name) => (counts[name] ?? 1) > fitting,
  );
  if (tooMany) return { field: tooMany, symbol: 'less_than_or_equal_to', count: fitting };
  return { waits, start, trialEnds, anchor, cycles, firstCycles };
};
