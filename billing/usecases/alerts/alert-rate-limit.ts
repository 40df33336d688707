import { type NoticeDeps, noticeOnce } from '../../engine/recording/notices/notice-once.ts';
import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';

/** A rate limit that a site has reached. */
export interface ReachedRateLimit {
  readonly limit: number;
  readonly window_in_seconds: Seconds;
  readonly correlation: string;
}

/**
 * Notifies a site's technical contact and support that the site reached its rate limit, at most once in three hours.
 */
export const alertRateLimit = (deps: NoticeDeps) => {
  const notify = noticeOnce(deps, 'limit_exceeded');

  return async (site: Site, { limit, window_in_seconds, correlation }: ReachedRateLimit): Promise<void> => {
    const recipients = site.technical_contact ? [site.technical_contact, 'support'] : ['support'];
    const payload = { site: site.subdomain, limit, window_in_seconds };
    await notify(site, { recipients, correlation, payload });
  };
};
