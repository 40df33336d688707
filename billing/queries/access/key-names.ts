import type { KeyNames } from '../../domain/audit-log/actor-name.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';

/** Entries of the audit log that are searched for keys which are gone. */
const ENTRIES = 200;

/**
 * Returns the names of a site's API keys by id, for `actorName`: of those that exist, and of revoked and replaced ones
 * as the audit log has them.
 */
export const findKeyNames =
  ({ sites, storage }: { readonly sites: Pick<SiteRecords, 'keys'>; readonly storage: Pick<Storage, 'of'> }) =>
  async ({ id }: Pick<Site, 'id'>): Promise<KeyNames> => {
    const names = new Map((await sites.keys(id)).map((key) => [key.id, key.name]));
    // Newest first: the key that replaced another one is known by then.
    for (const { changes } of await storage.of(id).auditLog.list({ action: 'key' }, ENTRIES)) {
      const replaced = changes?.id?.from;
      const name = changes?.name?.from ?? names.get(String(changes?.id?.to));
      if (typeof replaced === 'string' && typeof name === 'string' && !names.has(replaced)) names.set(replaced, name);
    }
    return names;
  };
