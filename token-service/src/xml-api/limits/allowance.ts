import type { Site } from '@service/billing/site.ts';

/** Requests per minute by mode (specification "Limits"). */
export const PER_MINUTE = { sandbox: 400, production: 1000 } as const;
/** The window is five minutes long, and a site may spend all five in one burst. */
const MINUTES = 5;

/** What an operator sets for every site; `off` for load tests. */
export type RateLimit = 'off' | number;

/** How many requests a site may make in the window, or undefined when nobody counts. */
export const allowanceOf = (
  site: Pick<Site, 'mode' | 'requests_per_minute'>,
  override: RateLimit | null,
): number | undefined => {
  if (override === 'off') return undefined;
  return (override ?? site.requests_per_minute ?? PER_MINUTE[site.mode]) * MINUTES;
};

/** In production only GET and HEAD count. */
export const counts = (site: Pick<Site, 'mode'>, isReading: boolean): boolean => site.mode === 'sandbox' || isReading;
