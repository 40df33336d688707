import { resumeAt } from '@service/billing/domain/subscriptions/pause.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf } from '../../parts/figures.ts';
import { stateBadge } from '../../parts/state-words.ts';
import type { ConsoleVisit } from '../../visit.ts';

interface Pausable {
  readonly state: ShownSubscription['state'] | 'in_trial';
  readonly paused_at: Seconds | null;
}

type SiteVisit = Pick<ConsoleVisit, 'site'>;

/** Whether a pause is planned that has not begun. */
export const isPausing = ({ state, paused_at }: Pausable): boolean =>
  (state === 'active' || state === 'in_trial') && paused_at !== null;

/** The state of a subscription, and the day from which it pauses. */
export const subscriptionBadges = (visit: SiteVisit, subscription: Pausable): Markup => {
  const { state, paused_at } = subscription;
  const planned = isPausing(subscription) && paused_at !== null ? paused_at : undefined;
  return html`${stateBadge('subscription', state)}${planned === undefined ? '' : html` ${stateBadge('subscription', 'paused', `pauses ${dayOf(visit, planned)}`)}`}`;
};

/** `2 periods (2 months)`: the length of a pause in the interval of the subscription. */
export const pauseLength = (
  cycles: number,
  { interval_length, interval_unit }: Pick<ShownSubscription, 'interval_length' | 'interval_unit'>,
): string => {
  const counted = (count: number, units: string): string => `${count} ${count === 1 ? units.slice(0, -1) : units}`;
  return `${counted(cycles, 'periods')} (${counted(cycles * interval_length, interval_unit)})`;
};

/** A planned or running pause in a sentence: from when, how long, and when it ends by itself. Empty without one. */
export const pauseInWords = (visit: SiteVisit, subscription: ShownSubscription): string => {
  const { paused_at, remaining_pause_cycles } = subscription;
  const resumes = resumeAt(subscription);
  if (paused_at === null || resumes === null) return '';
  const begins = isPausing(subscription)
    ? `It pauses on ${dayOf(visit, paused_at)}`
    : `It has been paused since ${dayOf(visit, paused_at)}`;
  const length = pauseLength(remaining_pause_cycles ?? 1, subscription);
  const left = isPausing(subscription) ? ` for ${length}` : `, ${length} left`;
  return `${begins}${remaining_pause_cycles === 0 ? '' : left}, and resumes by itself on ${dayOf(visit, resumes)}.`;
};
