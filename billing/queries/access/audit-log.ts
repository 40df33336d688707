import type { AuditEntry } from '../../domain/audit-log/entry.ts';
import type { AuditFilter } from '../../ports/audit-log.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';
import { idsFrom } from '../../values/ids.ts';
import { siteQuery } from '../lists/site-query.ts';

/** An entry with the subdomain of its site. */
export interface ListedEntry extends AuditEntry {
  readonly site: string;
}

/**
 * Adds the beginning of ids to a filter by moments: the clock of a production site is that of the machine, from which
 * ids are made, and no entry is dated later than it was made.
 */
const bounded = ({ mode }: Pick<Site, 'mode'>, filter: AuditFilter): AuditFilter =>
  mode === 'production' && filter.from_at !== undefined ? { ...filter, since: idsFrom(filter.from_at * 1000) } : filter;

/** Returns entries of the audit log of several sites, newest first. */
export const listAuditEntries =
  ({ storage }: { readonly storage: Storage }) =>
  async (
    sites: readonly Pick<Site, 'id' | 'subdomain' | 'mode'>[],
    filter: AuditFilter,
    limit: number,
  ): Promise<readonly ListedEntry[]> => {
    const listed: ListedEntry[] = [];
    for (const site of sites) {
      const entries = await storage.of(site.id).auditLog.list(bounded(site, filter), limit);
      listed.push(...entries.map((entry) => ({ ...entry, site: site.subdomain })));
    }
    return listed.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
  };

/** Returns an entry of the audit log of a site. Throws `not_found`. */
export const findAuditEntry = siteQuery(async ({ auditLog }: Records, id: string): Promise<AuditEntry> => {
  // An id that is a beginning of others is older than they are.
  const [found] = await auditLog.list({ since: id, before: `${id}0` }, 1);
  if (found?.id !== id) throw notFound('AuditEntry', 'id', id);
  return found;
});

/** Returns how many entries the audit logs of several sites have; of each, up to `most`. */
export const countAuditEntries =
  ({ storage }: { readonly storage: Storage }) =>
  async (sites: readonly Pick<Site, 'id' | 'mode'>[], filter: AuditFilter, most?: number): Promise<number> => {
    const counts = await Promise.all(
      sites.map((site) => storage.of(site.id).auditLog.count(bounded(site, filter), most)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
