import { fraction, shareOf } from '../../values/money/fraction.ts';

/** The moment at which the revenue of a line is earned, from its `revenue_schedule_type`. */
export type RecognitionMethod = 'never' | 'at_invoice' | 'at_range_start' | 'at_range_end' | 'evenly';

/** An amount before tax that an invoice bills, or that a credit takes off again. Cents. */
export interface BilledAmount {
  /** The day of the invoice, in days since 1970-01-01. */
  readonly day: number;
  readonly net_in_cents: number;
}

/** A line of an invoice as revenue. Days are days since 1970-01-01 in the time zone of the site. */
export interface ScheduledLine {
  readonly method: RecognitionMethod;
  /** The first day of the service. */
  readonly start_day: number;
  /** The day after the last day of the service; null for a line without a service period. */
  readonly end_day: number | null;
  /** The day on which the subscription that it bills ended; null for one that goes on, and for a line of none. */
  readonly ended_day: number | null;
  /** The line, then its credits by their days. */
  readonly billed: readonly BilledAmount[];
}

/**
 * Returns how the revenue of a line is earned. A line without a schedule of its own is earned evenly over its service
 * period; without a period, or where the schedule needs an end that the line does not have, on its first day.
 */
export const recognitionMethodOf = (schedule: string | null, hasEnd: boolean): RecognitionMethod => {
  switch (schedule) {
    case 'never':
    case 'at_invoice':
    case 'at_range_start':
      return schedule;
    case 'at_range_end':
      return hasEnd ? 'at_range_end' : 'at_range_start';
    default:
      return hasEnd ? 'evenly' : 'at_range_start';
  }
};

/** Returns what a line bills before a day, its credits taken off. Cents. */
export const billedBefore = ({ billed }: ScheduledLine, day: number): number =>
  billed.reduce((sum, each) => (each.day < day ? sum + each.net_in_cents : sum), 0);

/**
 * Returns the revenue of a line that is earned before a day, in cents. Nothing is earned before it is invoiced. A
 * credit never changes what was earned before its day: it takes from what is still deferred, and the rest of the
 * service earns what is left; where less is left than was earned, the difference is reversed on the day of the credit.
 * A credit that leaves no more than its day would have earned ends the service, and so does the end of the
 * subscription: that day earns all that is left. So the amounts of the days of any period add up, and the past stays
 * as it was reported.
 */
export const earnedBefore = (line: ScheduledLine, day: number): number => {
  const [invoiced] = line.billed;
  let total = 0;
  let earned = 0;
  // The day of the invoice earns all that the service has earned since it began.
  let sinceDay = line.start_day;
  for (const [creditDay, net] of netByDay(line)) {
    if (creditDay >= day) break;
    // A credit of the day of the invoice leaves nothing as it was: nothing was earned before that day.
    if (!invoiced || creditDay <= invoiced.day) {
      total += net;
      continue;
    }
    earned = earnedUntil(line, total, earned, sinceDay, creditDay);
    sinceDay = Math.max(line.start_day, creditDay);
    const uncredited = earnedUntil(line, total, earned, sinceDay, creditDay + 1);
    total += net;
    // The rest of the service is credited: what was used on the day of the credit is earned on that day.
    if (isUsedUp(total - earned, uncredited - earned)) earned = total;
  }
  return earnedUntil(line, total, earned, sinceDay, day);
};

/** Returns what each day bills or takes off, in order. */
const netByDay = ({ billed }: ScheduledLine): ReadonlyMap<number, number> => {
  const days = new Map<number, number>();
  for (const { day, net_in_cents } of billed) days.set(day, (days.get(day) ?? 0) + net_in_cents);
  return days;
};

/** Whether what a credit leaves is no more than the day of the credit would have earned without it. */
const isUsedUp = (left: number, ofDay: number): boolean =>
  Math.sign(left) === Math.sign(ofDay) && Math.abs(left) <= Math.abs(ofDay);

/** Returns what is earned of a total before a day, when `earned` of it was earned before `sinceDay`. */
const earnedUntil = (line: ScheduledLine, total: number, earned: number, sinceDay: number, day: number): number => {
  const left = total - earned;
  const isTooMuch = total === 0 || Math.sign(left) === -Math.sign(total);
  return isTooMuch ? total : earned + shareOf(left, shareEarned(line, sinceDay, day));
};

const ALL = fraction(1);
const NOTHING = fraction(0);

const shareEarned = (line: ScheduledLine, sinceDay: number, day: number) => {
  const { method, start_day, end_day, ended_day, billed } = line;
  // Nothing more is owed to the customer.
  if (method !== 'never' && ended_day !== null && day > ended_day) return ALL;
  switch (method) {
    case 'never':
      return NOTHING;
    case 'at_invoice':
      return day > (billed[0]?.day ?? start_day) ? ALL : NOTHING;
    case 'at_range_start':
      return day > start_day ? ALL : NOTHING;
    case 'at_range_end':
      return end_day === null || day > Math.max(start_day, end_day - 1) ? ALL : NOTHING;
    case 'evenly': {
      if (day <= sinceDay) return NOTHING;
      return end_day === null || day >= end_day ? ALL : fraction(day - sinceDay, end_day - sinceDay);
    }
  }
};
