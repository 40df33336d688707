import type { SiteRecords } from '@service/billing/ports/sites.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { Seconds, SystemClock } from '@service/billing/values/time.ts';
import { LRUCache } from 'lru-cache';
import type { AnonymousLimits } from '../../../http/limits/anonymous.ts';
import { digest } from '../../../runtime/digest.ts';
import type { Api, ApiStep } from '../api.ts';

/** Longer than any valid key; a longer value is not hashed. */
const LONGEST = 200;

/** Digests of recently valid keys. */
const RECOGNIZED = 10_000;

interface Deps {
  readonly sites: Pick<SiteRecords, 'byPrivateKey' | 'byPublicKey'>;
  readonly clock: SystemClock;
  readonly anonymous: AnonymousLimits;
}

/**
 * Looks up the site of the request's private key. An unknown path is 404 for every client; for a known site the
 * response still has the headers of an authenticated request. An address that made too many requests without a valid
 * key is refused before the key is looked up, unless the key was valid recently: jobs that send a wrong key must not
 * lock out others on the same server.
 */
export const identify = ({ sites, clock, anonymous }: Deps): ApiStep => {
  const recognized = new LRUCache<string, true>({ max: RECOGNIZED });

  return async function identify(ctx, next) {
    const presented = presentedKey(ctx.get('Authorization'));
    const hash = presented === undefined ? '' : digest(presented);
    if (!recognized.get(hash)) refuseFor(ctx, await anonymous.look(ctx, 'unauthorized'));

    const found = presented === undefined ? undefined : await sites.byPrivateKey(presented, clock.now());
    if (found && presented !== undefined) {
      recognized.set(hash, true);
      ctx.state.identity = { ...found, at: siteTime(found.site, clock), presented };
    } else {
      recognized.delete(hash);
      refuseFor(ctx, await anonymous.hit(ctx, 'unauthorized'));
      ctx.state.sentPublicKey = presented !== undefined && (await sites.byPublicKey(presented)) !== undefined;
    }
    await next();
  };
};

const refuseFor = (ctx: Api, seconds: Seconds): void => {
  if (seconds === 0) return;
  ctx.set('Retry-After', String(seconds));
  throw new Failure('too_many_requests', { seconds });
};

/** The user name of HTTP Basic; the password is ignored. Some clients omit the colon. */
const presentedKey = (header: string): string | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const [key = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 1);
  return key === '' || key.length > LONGEST ? undefined : key;
};
