import { DAY, type Seconds } from '../../values/time.ts';
import type { DunningChoice } from './campaign.ts';
import type { DunningSchedule } from './schedule.ts';

/** The dunning state of an invoice. */
export interface Dunning {
  /** Code and version of the campaign it started with. */
  readonly campaign: string;
  /** The campaign's id in the API; missing where dunning began with an earlier release. */
  readonly campaign_id?: string;
  readonly version: number;
  readonly schedule: DunningSchedule;
  /**
   * Start of the count of days: the time at which the invoice became past due, plus the time in which no worker ran.
   */
  readonly started_at: Seconds;
  /** Dunning events so far. */
  readonly events_count: number;
  /** Whether the last dunning event was the final one. */
  readonly final: boolean;
  /**
   * Time at which the final action was taken or dunning was stopped; null while dunning continues, and after a payment
   * ended it.
   */
  readonly ended_at: Seconds | null;
}

/** A step of dunning: the customer of a past-due invoice is to be reminded. */
export type DunningEventType = 'new_dunning_event';

/** An invoice after a step of its dunning, and the event that the step causes. */
export interface DunningTransition<I extends Dunned> {
  readonly invoice: I;
  readonly events: readonly DunningEventType[];
}

/** The fields of an invoice that dunning changes. */
export interface Dunned {
  readonly dunning: Dunning | null;
  /** Due time of the next dunning step; null if there is none. */
  readonly dunning_due_at: Seconds | null;
}

/** Returns the moment of the final action. */
export const endOf = ({ started_at, schedule }: Dunning): Seconds => started_at + schedule.final_day * DAY;

/** Returns when the first dunning step after a moment is due. The final action is due even if its day has passed. */
const stepAfter = (dunning: Dunning, at: Seconds): Seconds => {
  const next = dunning.schedule.days.map((day) => dunning.started_at + day * DAY).find((moment) => moment > at);
  return next ?? Math.max(endOf(dunning), at);
};

/** Returns an invoice that enters dunning. A campaign with a day 0 has its first dunning event at once. */
export const enterDunning = <I extends Dunned>(
  invoice: I,
  { campaign, afterTrial }: DunningChoice,
  at: Seconds,
): DunningTransition<I> => {
  const { public_id, code, version, trial_schedule } = campaign;
  const schedule = (afterTrial && trial_schedule) || campaign.schedule;
  const isToldAtOnce = schedule.days[0] === 0;
  const dunning: Dunning = {
    campaign: code,
    campaign_id: public_id,
    version,
    schedule,
    started_at: at,
    events_count: isToldAtOnce ? 1 : 0,
    final: false,
    ended_at: null,
  };
  return {
    invoice: { ...invoice, dunning, dunning_due_at: stepAfter(dunning, at) },
    events: isToldAtOnce ? ['new_dunning_event'] : [],
  };
};

/**
 * Returns an invoice whose dunning continues after a payment in progress has failed. Steps that fell due meanwhile are
 * skipped, except the final action, which is due at once.
 */
export const resumeDunning = <I extends Dunned>(invoice: I, at: Seconds): I => {
  const { dunning } = invoice;
  return { ...invoice, dunning_due_at: dunning && dunning.ended_at === null ? stepAfter(dunning, at) : null };
};

/**
 * Returns an invoice whose dunning was delayed: the step that was due at `missed` is due at `at`, the others as much
 * later.
 */
export const delayDunning = <I extends Dunned>(invoice: I, dunning: Dunning, missed: Seconds, at: Seconds): I => ({
  ...invoice,
  dunning: { ...dunning, started_at: dunning.started_at + (at - missed) },
  dunning_due_at: at,
});

/** Returns an invoice after the dunning step that is due at `at`: another event, and the next step or none. */
export const stepDunning = <I extends Dunned>(invoice: I, dunning: Dunning, at: Seconds): DunningTransition<I> => {
  const final = at >= endOf(dunning);
  const after: Dunning = { ...dunning, events_count: dunning.events_count + 1, final, ended_at: final ? at : null };
  return {
    invoice: { ...invoice, dunning: after, dunning_due_at: final ? null : stepAfter(after, at) },
    events: ['new_dunning_event'],
  };
};

/** Returns an invoice whose dunning is stopped: no further event, no retry, no final action. */
export const stopDunning = <I extends Dunned & { readonly attempt_next_collection_at: Seconds | null }>(
  invoice: I,
  dunning: Dunning,
  at: Seconds,
): I => ({
  ...invoice,
  dunning: { ...dunning, ended_at: at },
  dunning_due_at: null,
  attempt_next_collection_at: null,
});
