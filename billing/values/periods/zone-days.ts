import type { Seconds } from '../time.ts';

/** A day of a time zone. */
export interface ZoneDay {
  /** `2026-11-26`. */
  readonly day: string;
  /** Its first second. */
  readonly from: Seconds;
  /** The first second of the next day. */
  readonly to: Seconds;
}

/**
 * Returns the first second of a day such as `2026-12-31` in a time zone (an IANA name), or of the day so many days
 * later; undefined for what is no day.
 */
export const beginningOfDay = (day: string, timeZone: string, later = 0): Seconds | undefined => {
  try {
    const date = Temporal.PlainDate.from(day, { overflow: 'reject' }).add({ days: later });
    return Math.floor(date.toZonedDateTime(timeZone).epochMilliseconds / 1000);
  } catch {
    return undefined;
  }
};

/** Returns the first second of the day after a day such as `2026-12-31` in a time zone. */
export const nextNight = (timeZone: string, day: string): Seconds => beginningOfDay(day, timeZone, 1) as Seconds;

/** Returns the day of a time zone (an IANA name) that a moment is in, and the days before it: so many, oldest first. */
export const lastDays = (at: Seconds, timeZone: string, count: number): ZoneDay[] => {
  const today = Temporal.Instant.fromEpochMilliseconds(at * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const begins = (date: Temporal.PlainDate): Seconds => date.toZonedDateTime(timeZone).epochMilliseconds / 1000;
  return Array.from({ length: count }, (_, place) => {
    const date = today.subtract({ days: count - 1 - place });
    return { day: date.toString(), from: begins(date), to: begins(date.add({ days: 1 })) };
  });
};
