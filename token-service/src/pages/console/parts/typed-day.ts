import type { Site } from '@service/billing/resources/site.ts';
import { beginningOfDay } from '@service/billing/values/periods/zone-days.ts';
import type { Seconds } from '@service/billing/values/time.ts';

type Zone = Pick<Site, 'time_zone'>;

/** Returns the beginning of a day such as `2026-12-31` in the time zone of the site; undefined for anything else. */
export const typedDay = ({ time_zone }: Zone, text: string | undefined): Seconds | undefined =>
  beginningOfDay(text ?? '', time_zone);

/** Returns the day of a moment as a date field has it. */
export const midnightOf = ({ time_zone }: Zone, at: Seconds): string =>
  Temporal.Instant.fromEpochMilliseconds(at * 1000)
    .toZonedDateTimeISO(time_zone)
    .toPlainDate()
    .toString();

/**
 * Returns the moment that a field with date and time names, such as `2026-12-31T08:00`, in the time zone of the site;
 * undefined for anything else.
 */
export const typedMoment = ({ time_zone }: Zone, text: string | undefined): Seconds | undefined => {
  try {
    const moment = Temporal.PlainDateTime.from(text ?? '', { overflow: 'reject' });
    return Math.floor(moment.toZonedDateTime(time_zone).epochMilliseconds / 1000);
  } catch {
    return undefined;
  }
};
