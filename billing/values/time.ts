/**
 * Seconds and milliseconds are types of their own: a number is either, but what is declared as one is not accepted as
 * the other. Moments of records, of the wire and of a site's clock are seconds; clocks of the machine, timers and
 * time-outs are milliseconds.
 */

/** A moment in whole seconds since 1970-01-01T00:00:00Z, or a duration in seconds. */
export type Seconds = number & { readonly unit?: 'seconds' };

/** A moment in milliseconds since 1970-01-01T00:00:00Z or since another fixed moment, or a duration in milliseconds. */
export type Millis = number & { readonly unit?: 'milliseconds' };

export const MINUTE: Seconds = 60;
export const HOUR: Seconds = 60 * MINUTE;
export const DAY: Seconds = 24 * HOUR;

export const MINUTE_MS: Millis = 60_000;
export const HOUR_MS: Millis = 60 * MINUTE_MS;
export const DAY_MS: Millis = 24 * HOUR_MS;

/**
 * The machine's date. It dates keys, deliveries, messages and the version calendar; a site's own clock dates its
 * billing records, and a sandbox site's clock can travel. It may be set forward and back, so it never measures how long
 * something lasts.
 */
export interface SystemClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): Millis;
}

/**
 * Measures how long something lasts: the life of a token, a lease, a rate window. Setting the machine's date does not
 * change it.
 */
export interface MonotonicClock {
  /**
   * Milliseconds since an arbitrary earlier moment: above 0 and never less than before. Means nothing to another
   * process.
   */
  elapsed(): Millis;
}

export interface Clock extends SystemClock, MonotonicClock {}

/** 9999-12-31T23:59:59Z, the last second with a year of four digits. The first moment is 0. */
export const LAST_MOMENT: Seconds = 253_402_300_799;

/** Whether records can have this date: from 1970 to 9999. */
export const isDate = (at: Seconds): boolean => at >= 0 && at <= LAST_MOMENT;

let latest = { at: Number.NaN, text: '' };

/** `2026-11-30T07:49:49Z`. Keeps the last one, because a document shows the moment of its creation many times. */
export const isoTime = (at: Seconds): string => {
  if (at !== latest.at) latest = { at, text: `${new Date(at * 1000).toISOString().slice(0, -'.000Z'.length)}Z` };
  return latest.text;
};

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+ -](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/**
 * Reads an ISO 8601 date or date-time; without an offset it is UTC; a bare date is midnight UTC. `2026-11-30 07:49:49
 * UTC` and an offset whose `+` arrived as a blank are understood, because existing clients send them. Fractions of a
 * second are dropped. Returns undefined for anything else. The result may be outside the dates that records can have:
 * see `isDate`.
 */
export const readTime = (text: string): Seconds | undefined => {
  const parts = TIME.exec(text.trim());
  if (!parts) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone = 'Z'] = parts;
  const utc = new Date(0);
  utc.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  utc.setUTCHours(Number(hour), Number(minute), Number(second));
  const exact =
    utc.getUTCMonth() === Number(month) - 1 &&
    utc.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60;
  if (!exact || Number(second) > 60) return undefined;
  return utc.getTime() / 1000 - offsetSeconds(zone);
};

const offsetSeconds = (zone: string): Seconds => {
  const parts = /^([+ -])(\d{2}):?(\d{2})$/.exec(zone);
  if (!parts) return 0;
  const seconds = Number(parts[2]) * 3600 + Number(parts[3]) * 60;
  return parts[1] === '-' ? -seconds : seconds;
};

/** Seconds by which clients may date what has happened ahead of the site's clock, because clocks differ. */
const TOLERANCE: Seconds = 300;

/** Whether a moment that a client names has not passed at `now`. */
export const isFuture = (moment: Seconds, now: Seconds): boolean => moment > now + TOLERANCE;
