import type { AlertCardTesting } from '@service/billing/ports/alerts.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import { MINUTE } from '@service/billing/values/time.ts';
import type { Limit, RateLimiter } from '../../http/limits/rate-limiter.ts';
import { subscriber } from '../../runtime/network-address.ts';
import { Refusal } from './refusal.ts';

/** A post to a token route. */
export interface TokenPost {
  readonly route: string;
  readonly address: string;
  /** Missing until the site is known, and for an unknown key. */
  site?: Site;
}

/** Called with a well-formed card or account before a token is made. Throws `too-many-requests`. */
export type Admit = () => Promise<void>;

interface Deps {
  readonly limiter: RateLimiter;
  readonly alert: AlertCardTesting;
  readonly ids: Pick<Ids, 'uuid'>;
}

/** Posts per minute of one address without a valid key. */
const WITHOUT_KEY = 300;

type Setting = 'tokens_per_minute' | 'tokens_per_address';

/**
 * Limits token posts against card testing: those of an address, and those of a key, by the settings of the site. Only a
 * well-formed post counts against the key; otherwise empty posts from a few addresses would lock out every customer of
 * the site. Well-formed posts beyond a limit raise the card-testing alert.
 */
export const tokenLimits = ({ limiter, alert, ids }: Deps) => {
  const within = async (name: string, limit: Limit, refused: () => Promise<void> = async () => {}): Promise<void> => {
    const { allowed, wait } = await limiter.hit(name, limit);
    if (allowed) return;
    await refused();
    throw new Refusal('too-many-requests', wait);
  };

  const bySetting = async (name: string, site: Site, setting: Setting, isWellFormed: boolean): Promise<void> => {
    const most = site[setting];
    if (most === null) return;
    const alarm = () => alert(site, { setting, limit: most, correlation: ids.uuid() });
    await within(name, { most, seconds: MINUTE }, isWellFormed ? alarm : undefined);
  };

  const byAddress = ({ route, address, site }: TokenPost, isWellFormed: boolean): Promise<void> => {
    const from = `from/${subscriber(address)}`;
    return site
      ? bySetting(`${route}/of/${site.id}/${from}`, site, 'tokens_per_address', isWellFormed)
      : within(`${route}/${from}`, { most: WITHOUT_KEY, seconds: MINUTE });
  };

  return {
    /**
     * Counts a post: against its address, and against its key if `make` calls `admit`. A post that fails before counts
     * only against its address.
     */
    async count<T>(post: TokenPost, make: (admit: Admit) => Promise<T>): Promise<T> {
      let admitted = false;
      try {
        return await make(async () => {
          admitted = true;
          await byAddress(post, true);
          if (post.site) await bySetting(`${post.route}/of/${post.site.id}`, post.site, 'tokens_per_minute', true);
        });
      } catch (error) {
        if (!admitted) await byAddress(post, false);
        throw error;
      }
    },
  };
};
