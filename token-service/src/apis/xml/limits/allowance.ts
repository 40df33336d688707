import type { Site } from '@service/billing/resources/site.ts';

/** Requests per minute by mode. */
export const SITE_REQUESTS_PER_MINUTE = { sandbox: 400, production: 1000 } as const;
/** Seconds of the sliding window. A site may spend all five minutes in one burst. */
export const WINDOW = 300;

/** The operator's setting for every site; `off` for load tests. */
export type RateLimit = 'off' | number;

/** Returns the number of requests that a site may make in the window; undefined: any number. */
export const allowanceOf = (
  site: Pick<Site, 'mode' | 'requests_per_minute'>,
  override: RateLimit | null,
): number | undefined => {
  if (override === 'off') return undefined;
  return (override ?? site.requests_per_minute ?? SITE_REQUESTS_PER_MINUTE[site.mode]) * (WINDOW / 60);
};

/** In production only GET and HEAD count. */
export const counts = (site: Pick<Site, 'mode'>, isReading: boolean): boolean => site.mode === 'sandbox' || isReading;
