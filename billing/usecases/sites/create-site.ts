import { newSite, siteIssues } from '../../domain/sites/site-rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type IssuedKey, issueKey, type KeyDeps, type RequestedKey } from '../../engine/sites/issue-key.ts';
import { logoAfter } from '../../engine/sites/logo-after.ts';
import { type Administrator, callerOn } from '../../engine/sites/on-site.ts';
import type { Site } from '../../resources/site.ts';
import type { SiteChanges } from '../../resources/site-settings.ts';
import { refuse } from '../../values/failure.ts';

export interface CreateSite extends SiteChanges {
  readonly subdomain: string;
}

export interface CreatedSite {
  readonly site: Site;
  /** Shown only once. */
  readonly privateKey: IssuedKey;
  readonly publicKey: IssuedKey;
}

/** Creates a site with its public key and a first private key. Throws `Invalid`. */
export const createSite =
  (deps: KeyDeps) =>
  (operator: Administrator, input: CreateSite): Promise<CreatedSite> => {
    const { administration, world } = deps;
    const site: Site = {
      ...newSite(input.mode),
      ...input,
      logo: logoAfter({ logo: null }, input),
      id: world.ids.uuid(),
      clock_offset: 0,
      gateways_version: 0,
      books_closed_until: 0,
    };
    refuse(siteIssues(site));
    return administration.transaction(site.id, async (sites, records) => {
      if (await sites.find(site.subdomain)) refuse([{ field: 'site.subdomain', symbol: 'taken' }]);
      await sites.add(site);
      if (input.logo) await sites.keepLogo(site.id, input.logo);
      const caller = callerOn(world, operator, site);
      await records.auditLog.append(auditEntry(world, caller, 'site.created', site.subdomain));
      const issue = (key: RequestedKey) => issueKey(deps, caller, sites, records, key);
      return {
        site,
        privateKey: await issue({ kind: 'private', name: 'First private key', read_only: false }),
        publicKey: await issue({ kind: 'public', name: 'Public key', read_only: false }),
      };
    });
  };
