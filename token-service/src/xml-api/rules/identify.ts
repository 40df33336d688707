import type { SiteRecords } from '@service/billing/ports/sites.ts';
import { siteTime } from '@service/billing/site.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Step } from '../api.ts';

/** No key is anywhere near this long; a longer one is not worth hashing. */
const LONGEST = 200;

/**
 * Finds out whose private key came with the request, and refuses nothing: an unknown path is 404 whoever asks, and its answer still carries
 * the headers of an authenticated one.
 */
export const identify = (sites: Pick<SiteRecords, 'byPrivateKey'>, clock: SystemClock): Step =>
  async function identify(ctx, next) {
    const presented = presentedKey(ctx.get('Authorization'));
    const found = presented === undefined ? undefined : await sites.byPrivateKey(presented, clock.now());
    if (found && presented !== undefined) {
      ctx.state.identity = { ...found, at: siteTime(found.site, clock), presented };
    }
    await next();
  };

/** The user name of HTTP Basic; the password is ignored. Some clients leave the colon out (reference "endpoints"). */
export const presentedKey = (header: string): string | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const [key = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 1);
  return key === '' || key.length > LONGEST ? undefined : key;
};
