import { type NoticeDeps, noticeOnce } from '../../engine/recording/notices/notice-once.ts';
import type { AlertCardTesting, WarningLog } from '../../ports/alerts.ts';

interface Deps extends NoticeDeps {
  readonly log: WarningLog;
}

/**
 * Alerts a site's technical contact, or support if there is none, that cards are probably being tested: with a message
 * and a log entry, at most once in three hours. If the message cannot be queued, the log entry is still written.
 */
export const alertCardTesting = ({ log, ...deps }: Deps): AlertCardTesting => {
  const notify = noticeOnce(deps, 'card_testing');

  return async (site, { setting, limit, correlation }) => {
    const fields = { alert: 'card_testing', site: site.subdomain, setting, limit, request_id: correlation };
    const payload = { site: site.subdomain, setting, limit };
    try {
      const queued = await notify(site, { recipients: [site.technical_contact ?? 'support'], correlation, payload });
      if (queued) log.warn(fields, 'cards are probably being tested');
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      log.warn(
        { ...fields, not_queued: reason },
        'cards are probably being tested, and the message could not be queued',
      );
    }
  };
};
