import { dayOfMonth, later } from '../../values/periods/interval.ts';
import type { Seconds } from '../../values/time.ts';
import { intervalOfSubscription } from '../subscriptions/periods.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import { termEnd } from '../subscriptions/term.ts';
import type { ImportRow } from './column.ts';
import type { SUBSCRIPTIONS } from './tables.ts';

export type ImportedSubscriptionRow = ImportRow<(typeof SUBSCRIPTIONS)['columns']>;

/** The moments at which books begin to be open, and of the import. */
export interface ImportMoments {
  readonly at: Seconds;
  readonly books_closed_until: Seconds;
}

type Named = { readonly column: keyof ImportedSubscriptionRow; readonly says: string };

/** Returns the problems of the state and the dates of a subscription, which depend on one another. */
export const subscriptionDateProblems = (
  row: ImportedSubscriptionRow,
  { at, books_closed_until }: ImportMoments,
): Named[] => {
  const { state, starts_at, activated_at, trial_ends_at, canceled_at, expires_at } = row;
  const { current_period_started_at: begins, current_period_ends_at: ends } = row;
  if (state === 'future') {
    if (starts_at === undefined)
      return [{ column: 'starts_at', says: 'The cell is empty. Write when the subscription begins.' }];
    return starts_at > at
      ? []
      : [
          {
            column: 'starts_at',
            says: 'The moment has passed. Write a later one, or the state active with its period.',
          },
        ];
  }
  const problems: Named[] = [];
  const needed = { activated_at, current_period_started_at: begins, current_period_ends_at: ends };
  for (const column of Object.keys(needed) as (keyof typeof needed)[]) {
    if (needed[column] === undefined)
      problems.push({ column, says: `The cell is empty. A subscription that is ${state} needs it.` });
  }
  if (activated_at !== undefined && activated_at > at)
    problems.push({
      column: 'activated_at',
      says: 'The moment is in the future. Write the state future with starts_at.',
    });
  if (begins !== undefined && begins > at)
    problems.push({
      column: 'current_period_started_at',
      says: 'The moment is in the future. Write when the current period began.',
    });
  if (begins !== undefined && ends !== undefined && ends <= begins)
    problems.push({
      column: 'current_period_ends_at',
      says: 'The period ends before it begins. Write a later moment.',
    });
  if (ends !== undefined && ends < books_closed_until)
    problems.push({
      column: 'current_period_ends_at',
      says: 'The period ends in a month whose books are closed. Write the period that runs now.',
    });
  if (trial_ends_at !== undefined && trial_ends_at > at && trial_ends_at !== ends)
    problems.push({
      column: 'trial_ends_at',
      says: 'A trial that runs ends with the current period. Write the same moment as in current_period_ends_at.',
    });
  if (state === 'canceled' && canceled_at === undefined)
    problems.push({ column: 'canceled_at', says: 'The cell is empty. Write when the subscription was canceled.' });
  if (state === 'canceled' && expires_at !== undefined && expires_at < books_closed_until)
    problems.push({ column: 'expires_at', says: 'It ends in a month whose books are closed. Leave the row out.' });
  if (state === 'paused' && row.remaining_pause_cycles === undefined)
    problems.push({
      column: 'remaining_pause_cycles',
      says: 'The cell is empty. Write how many periods the subscription stays paused.',
    });
  return problems;
};

/**
 * Returns a subscription that was sold here as a future one as it is in the other system: in the middle of its life, on
 * hold until it is started. Its periods continue on the day of the month on which they began.
 */
export const importedSubscription = (
  sold: SubscriptionRecord,
  row: ImportedSubscriptionRow,
  uuid: string,
  at: Seconds,
): SubscriptionRecord => {
  const common = { ...sold, uuid, on_hold: true, created_at: at, updated_at: at };
  if (row.state === 'future') return common;
  const { activated_at = at, current_period_started_at: startedAt = at, current_period_ends_at: endsAt = at } = row;
  const isInTrial = row.trial_ends_at !== undefined && row.trial_ends_at === endsAt;
  const cycles = sold.total_billing_cycles;
  const anchor_at = anchorOf(sold, row, startedAt, endsAt);
  const running: SubscriptionRecord = {
    ...common,
    state: row.state === 'canceled' || row.state === 'paused' ? row.state : 'active',
    starts_at: null,
    activated_at,
    anchor_at,
    first_bill_date: anchor_at,
    next_bill_date: endsAt,
    current_period_started_at: startedAt,
    current_period_ends_at: endsAt,
    trial_started_at: row.trial_ends_at === undefined ? null : (row.trial_started_at ?? activated_at),
    trial_ends_at: row.trial_ends_at ?? null,
    imported_trial: isInTrial,
    converted_at: row.trial_ends_at === undefined || isInTrial ? null : row.trial_ends_at,
    no_billing_info_reason: null,
    remaining_billing_cycles: cycles === null ? null : (row.remaining_billing_cycles ?? cycles),
    current_term_started_at: row.current_term_started_at ?? startedAt,
    paused_at: row.state === 'paused' ? (row.paused_at ?? startedAt) : null,
    remaining_pause_cycles: row.state === 'paused' ? (row.remaining_pause_cycles ?? 1) : null,
    canceled_at: row.state === 'canceled' ? (row.canceled_at ?? at) : null,
    expires_at: row.state === 'canceled' ? (row.expires_at ?? endsAt) : null,
  };
  return { ...running, current_term_ends_at: termEnd(running) };
};

/** Returns the first date whose day of the month explains the current period; its end where none does. */
const anchorOf = (
  sold: SubscriptionRecord,
  row: ImportedSubscriptionRow,
  startedAt: Seconds,
  endsAt: Seconds,
): Seconds =>
  [row.trial_ends_at, row.activated_at, startedAt].find(
    (date) =>
      date !== undefined &&
      date <= startedAt &&
      later(startedAt, intervalOfSubscription(sold), 1, dayOfMonth(date)) === endsAt,
  ) ?? endsAt;
