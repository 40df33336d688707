import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Clock } from '@service/billing/values/time.ts';
import { LRUCache } from 'lru-cache';
import { Refusal } from './refusal.ts';

/** Milliseconds until a change of a site or its key takes effect, so that a token needs no storage round trip. */
const REMEMBERED_MS = 5000;
const REMEMBERED_KEYS = 1000;
/** Longer than any key. */
const LONGEST = 100;

/** The sites, as the browser API looks them up. */
export interface KeyedSites extends Pick<SiteRecords, 'byPublicKey'> {
  /** Whether there is a private key like this; nothing else about it matters here. */
  byPrivateKey(...presented: Parameters<SiteRecords['byPrivateKey']>): Promise<object | undefined>;
}

/** The site of a key; or, without one, what else was sent as the public key. */
type Found = Site | 'private_key' | undefined;

/**
 * Finds the site of a public key; throws `invalid-public-key`, which tells a private key in a page from an unknown one.
 * Unknown keys are remembered as long as known ones.
 */
export const siteByPublicKey = (sites: KeyedSites, clock: Clock) => {
  const seen = new LRUCache<string, { readonly found: Promise<Found> }>({
    max: REMEMBERED_KEYS,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    perf: { now: () => clock.elapsed() },
  });

  const find = async (key: string): Promise<Found> =>
    (await sites.byPublicKey(key)) ?? ((await sites.byPrivateKey(key, clock.now())) && 'private_key');

  const look = (key: string): Promise<Found> => {
    const found = find(key);
    seen.set(key, { found });
    // A failed look-up says nothing about the key, so it is not cached.
    found.catch(() => seen.delete(key));
    return found;
  };

  return async (key: string | undefined): Promise<Site> => {
    if (!key || key.length > LONGEST) throw new Refusal('invalid-public-key');
    const found = await (seen.get(key)?.found ?? look(key));
    if (!found || found === 'private_key') throw new Refusal('invalid-public-key', found);
    return found;
  };
};
