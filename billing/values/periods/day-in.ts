import { DAY_MS, type Seconds } from '../time.ts';

/** Formats by time zone: to make one costs as much as hundreds of dates. There are some 450 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  // Swedish dates are written as in ISO 8601.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, made);
  return made;
};

/** Returns the date of a moment in a time zone, by its IANA name: `2026-11-26`. */
export const dayIn = (timeZone: string, at: Seconds): string => formatIn(timeZone).format(at * 1000);

/** Returns the date of a moment in a time zone, by its IANA name, as days since 1970-01-01. */
export const dayNumberIn = (timeZone: string, at: Seconds): number => Date.parse(dayIn(timeZone, at)) / DAY_MS;

/** Returns the date of a number of days since 1970-01-01: `2026-11-26`. */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
