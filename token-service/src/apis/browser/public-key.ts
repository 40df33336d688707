import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { MonotonicClock } from '@service/billing/values/time.ts';
import { LRUCache } from 'lru-cache';
import { Refusal } from './refusal.ts';

/** Milliseconds until a change of a site or its key takes effect, so that a token needs no storage round trip. */
const REMEMBERED_MS = 5000;
const REMEMBERED_KEYS = 1000;
/** Longer than any key. */
const LONGEST = 100;

/** Finds the site of a public key; throws `invalid-public-key`. Unknown keys are remembered as long as known ones. */
export const siteByPublicKey = (sites: Pick<SiteRecords, 'byPublicKey'>, clock: MonotonicClock) => {
  const seen = new LRUCache<string, { readonly site: Promise<Site | undefined> }>({
    max: REMEMBERED_KEYS,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: () => clock.elapsed() },
  });

  const look = (key: string): Promise<Site | undefined> => {
    const site = sites.byPublicKey(key);
    seen.set(key, { site });
    // A failed look-up says nothing about the key, so it is not cached.
    site.catch(() => seen.delete(key));
    return site;
  };

  return async (key: string | undefined): Promise<Site> => {
    if (!key || key.length > LONGEST) throw new Refusal('invalid-public-key');
    const site = await (seen.get(key)?.site ?? look(key));
    if (!site) throw new Refusal('invalid-public-key');
    return site;
  };
};
