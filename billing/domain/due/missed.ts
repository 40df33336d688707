import { type Site, siteTime } from '../../resources/site.ts';
import { DAY, type Seconds, type SystemClock } from '../../values/time.ts';

/** Work of a production site that runs later than this was missed: no worker ran when it was due. */
const MISSED_AFTER: Seconds = DAY;

/** Whether work that was due at a moment is run so late that its effects must not be those of that moment. */
export const wasMissed = (site: Pick<Site, 'mode' | 'clock_offset'>, clock: SystemClock, at: Seconds): boolean =>
  site.mode === 'production' && siteTime(site, clock) - at > MISSED_AFTER;

/**
 * Returns the moment from which customers notice work that was due at `at`: the present if it was missed. Retries and
 * reminders are counted from that moment, so that none of them follow one another in a burst after an outage. A sandbox
 * site's clock travels, so its work is always as of the moment at which it was due.
 */
export const noticedAt = (site: Pick<Site, 'mode' | 'clock_offset'>, clock: SystemClock, at: Seconds): Seconds =>
  wasMissed(site, clock, at) ? siteTime(site, clock) : at;
