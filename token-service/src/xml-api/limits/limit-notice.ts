import { type NoticeDeps, noticeOnce } from '@service/billing/engine/notices/notice-once.ts';
import type { Site } from '@service/billing/site.ts';
import { WINDOW } from './allowance.ts';

/** Tells a site's technical contact and support that the site reached its limit, at most once in three hours. */
export const limitNotice = (deps: NoticeDeps) => {
  const notify = noticeOnce(deps, 'limit_exceeded');

  return async (site: Site, limit: number, correlation: string): Promise<void> => {
    const recipients = site.technical_contact ? [site.technical_contact, 'support'] : ['support'];
    const payload = { site: site.subdomain, limit, window_in_seconds: WINDOW };
    await notify(site, { recipients, correlation, payload });
  };
};
