import type { Seconds } from '../time.ts';

/** Returns the date of a moment in a time zone, by its IANA name: `2026-11-26`. */
export const dayIn = (timeZone: string, at: Seconds): string => {
  // Swedish dates are written as in ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return format.format(at * 1000);
};
