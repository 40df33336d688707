import { DAY_MS, type Millis, type Seconds } from '../../values/time.ts';

/** Moments of records: from the first, until before the second. */
export interface Created {
  readonly from: Seconds;
  readonly until: Seconds;
}

const DATE = /^(19[7-9]\d|[2-9]\d{3})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/;

/** The machine's zone would make the fields of a date depend on where the service runs. */
const fieldsIn = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });

/** Returns the date and time that clocks of a zone show at a moment, as if they were UTC. */
const shownAt = (format: Intl.DateTimeFormat, at: Millis): Millis => {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** Returns the first moment at which clocks of a zone show a date: an hour later where they skip midnight. */
const beginningOf = (format: Intl.DateTimeFormat, date: Millis): Seconds => {
  const moments = [date - DAY_MS, date + DAY_MS]
    .map((near) => date - (shownAt(format, near) - near))
    .sort((a, b) => a - b);
  const first = moments.find((at) => shownAt(format, at) >= date) ?? date;
  return Math.floor(first / 1000);
};

/**
 * Returns the moments of a year, a month or a day (`2026`, `2026-11`, `2026-11-03`) in a time zone; undefined for
 * anything else.
 */
export const createdIn = (text: string, zone: string): Created | undefined => {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const first = Date.UTC(y, m, d);
  if (new Date(first).getUTCDate() !== d) return undefined;
  const next = day ? Date.UTC(y, m, d + 1) : month ? Date.UTC(y, m + 1, 1) : Date.UTC(y + 1, 0, 1);
  const format = fieldsIn(zone);
  return { from: beginningOf(format, first), until: beginningOf(format, next) };
};
