import { createHash, randomUUID } from 'node:crypto';
import type { Key } from '@service/billing/domain/sites/key.ts';
import { newSite } from '@service/billing/domain/sites/site-rules.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { SiteKeys } from './target.ts';

/** The sandbox site that most rows use. */
export const site = (settings: Partial<Site> = {}): Site => {
  const id = randomUUID().replaceAll('-', '');
  return {
    id,
    subdomain: `site-${id.slice(0, 8)}`,
    ...newSite('sandbox'),
    technical_contact: 'ops@example.com',
    account_pages: [],
    attempts_per_hour: null,
    clock_offset: 0,
    gateways_version: 0,
    books_closed_until: 0,
    ...settings,
  };
};

/** The public key of a site that every service of `memorySites` has. */
export const PUBLIC_KEY = 'public-key';

/** Sites and their keys on maps. */
export const memorySites = () => {
  const known = new Map<string, { site: Site; key: Key }>();

  const addKey = (owner: Site, read_only: boolean): string => {
    const value = `key-${randomUUID()}`;
    const hash = createHash('sha256').update(value).digest('hex');
    const key: Key = {
      id: randomUUID(),
      site_id: owner.id,
      kind: 'private',
      name: 'test',
      hash,
      value: null,
      read_only,
      created_at_ms: 0,
      valid_until_ms: null,
    };
    known.set(value, { site: owner, key });
    return value;
  };

  const sites: Pick<SiteRecords, 'byPrivateKey' | 'byPublicKey'> = {
    byPrivateKey: async (presented) => known.get(presented),
    byPublicKey: async (value) => (value === PUBLIC_KEY ? site() : undefined),
  };
  return {
    sites,
    open(settings: Partial<Site> = {}): SiteKeys & { readonly site: Site } {
      const owner = site(settings);
      return { site: owner, private: addKey(owner, false), readOnly: addKey(owner, true) };
    },
  };
};
