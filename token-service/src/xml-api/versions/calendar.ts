import { LATEST, minor, type Version } from '@service/billing/resources/version.ts';

/** When a version grows old. All in milliseconds of the system clock. */
export interface Lifetime {
  /** From here on its answers carry the deprecation headers. */
  readonly deprecated: number;
  /** What `Service-Sunset-Date` says. */
  readonly sunset: number;
  /** From here on it is refused, or served to those who may still have it. Missing: it goes on working. */
  readonly ended?: number;
}

export type Calendar = (version: Version) => Lifetime;

/** What an operator may say of the versions from 2.7 on, of all at once and of each alone; dates as ISO 8601. */
export interface CalendarSettings {
  readonly released?: string | null;
  readonly sunset?: string | null;
  readonly each?: Readonly<Partial<Record<Version, { readonly released?: string; readonly sunset?: string }>>>;
}

/** This service's own first release, which is when it began to offer 2.7 to 2.19. */
export const FIRST_RELEASE = '2026-11-20';

/** The versions that ended on a fixed date. */
const LAST_ENDED = 6;
const ENDED: Lifetime = {
  deprecated: Date.parse('2019-05-01'),
  sunset: Date.parse('2019-11-01'),
  ended: Date.parse('2019-11-01'),
};

/**
 * A version is supported for so many years after its release, and stays for as many more unless the operator says
 * otherwise.
 */
const YEARS = 2;

const yearsAfter = (at: number): number => {
  const later = new Date(at);
  return later.setUTCFullYear(later.getUTCFullYear() + YEARS);
};

const moment = (version: Version, what: string, text: string): number => {
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new Error(`${what} of API version ${version} must be a date like 2026-11-20, got "${text}".`);
  return at;
};

/** The calendar of versions 2.0 to 2.19. Throws on a date it cannot read. */
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
