import { dayIn } from '../../values/periods/day-in.ts';
import { beginningOfDay } from '../../values/periods/zone-days.ts';
import type { Seconds } from '../../values/time.ts';

/** `closing`: its books are closed, and its snapshot is being made. `reopened`: its books are open again. */
export const PERIOD_STATES = ['closing', 'closed', 'reopened'] as const;

export type PeriodState = (typeof PERIOD_STATES)[number];

/** A month whose books were closed, with its latest closing. Months are those of the time zone of the site. */
export interface AccountingPeriod {
  /** `2026-10`. */
  readonly month: string;
  readonly state: PeriodState;
  /** The first second of the month, and the first one after it. */
  readonly begins_at: Seconds;
  readonly ends_at: Seconds;
  readonly closed_at: Seconds;
  /** The actor, as in the audit log. */
  readonly closed_by: string;
  /** A note of the person who closed it. */
  readonly closed_note: string | null;
  readonly reopened_at: Seconds | null;
  readonly reopened_by: string | null;
  readonly reopened_because: string | null;
  /** The digest of all digests of the snapshot; null until the snapshot is complete. */
  readonly sha256: string | null;
}

/** The file of one report in the snapshot of a month. */
export interface PeriodReport {
  readonly month: string;
  /** The name of the report. */
  readonly report: string;
  /** The SHA-256 digest of the file, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** The number of parts that it is stored in. */
  readonly parts: number;
}

/** The first second of a month, and the first one after it. */
export interface MonthBounds {
  readonly begins_at: Seconds;
  readonly ends_at: Seconds;
}

/**
 * The time that has to pass after a month before it can be closed, in seconds: what began in its last seconds, and is
 * dated in it, has ended by then.
 */
export const CLOSING_DELAY: Seconds = 3_600;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Returns the bounds of a month such as `2026-10` in a time zone; undefined for what is no month. */
export const monthBounds = (month: string, timeZone: string): MonthBounds | undefined => {
  if (!MONTH.test(month)) return undefined;
  const begins_at = beginningOfDay(`${month}-01`, timeZone);
  const ends_at = beginningOfDay(`${monthAfter(month)}-01`, timeZone);
  return begins_at === undefined || ends_at === undefined ? undefined : { begins_at, ends_at };
};

/** Returns the month that follows a month, or the one so many months later. */
export const monthAfter = (month: string, later = 1): string =>
  Temporal.PlainYearMonth.from(month).add({ months: later }).toString();

/** Returns the month of a time zone that a moment is in. */
export const monthOfMoment = (at: Seconds, timeZone: string): string => dayIn(timeZone, at).slice(0, 7);

/** Returns the last day of a month: `2026-10-31`. */
export const lastDayOf = (month: string): string => {
  const { year, month: number, daysInMonth: day } = Temporal.PlainYearMonth.from(month);
  return Temporal.PlainDate.from({ year, month: number, day }).toString();
};

/** Whether the books of a month are closed. */
export const hasClosedBooks = ({ state }: Pick<AccountingPeriod, 'state'>): boolean => state !== 'reopened';
