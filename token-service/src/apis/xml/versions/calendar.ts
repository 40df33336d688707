import { LATEST, minor, type Version } from '@service/billing/resources/version.ts';
import type { Millis } from '@service/billing/values/time.ts';

/** The support dates of a version, in milliseconds of the system clock. */
export interface Lifetime {
  /** From then on, its responses have the deprecation headers. */
  readonly deprecated: Millis;
  /** The value of `Service-Sunset-Date`. */
  readonly sunset: Millis;
  /** From then on it is rejected, except for sites that may still use it. Missing: it stays available. */
  readonly ended?: Millis;
}

export type Calendar = (version: Version) => Lifetime;

/** An operator's settings for the versions from 2.7 on, for all and for each; dates in ISO 8601. */
export interface CalendarSettings {
  readonly released?: string | null;
  readonly sunset?: string | null;
  readonly each?: Readonly<Partial<Record<Version, { readonly released?: string; readonly sunset?: string }>>>;
}

/** The date of this service's first release, which introduced 2.7 to 2.29. */
export const FIRST_RELEASE = '2026-11-20';

/** The versions that ended on a fixed date. */
const LAST_ENDED = 6;
const ENDED: Lifetime = {
  deprecated: Date.parse('2019-05-01'),
  sunset: Date.parse('2019-11-01'),
  ended: Date.parse('2019-11-01'),
};

/** A version is supported for this many years after its release, and stays available for as many more by default. */
const YEARS = 2;

const yearsAfter = (at: Millis): Millis => {
  const later = new Date(at);
  return later.setUTCFullYear(later.getUTCFullYear() + YEARS);
};

const moment = (version: Version, what: string, text: string): Millis => {
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new Error(`${what} of API version ${version} must be a date like 2026-11-20, got "${text}".`);
  return at;
};

/** Returns the calendar of versions 2.0 to 2.29. Throws for an invalid date. */
export const calendar = (settings: CalendarSettings = {}): Calendar => {
  const lifetimes = Array.from({ length: minor(LATEST) + 1 }, (_, number): Lifetime => {
    if (number <= LAST_ENDED) return ENDED;
    const version: Version = `2.${number}`;
    const released = settings.each?.[version]?.released ?? settings.released ?? FIRST_RELEASE;
    const sunset = settings.each?.[version]?.sunset ?? settings.sunset ?? undefined;
    const deprecated = yearsAfter(moment(version, 'The release', released));
    return {
      deprecated,
      sunset: sunset === undefined ? yearsAfter(deprecated) : moment(version, 'The sunset', sunset),
    };
  });
  return (version) => lifetimes[minor(version)] ?? lifetimes.at(-1)!;
};
