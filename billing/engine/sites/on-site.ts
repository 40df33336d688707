import type { Administration } from '../../ports/administration.ts';
import type { Caller } from '../../ports/caller.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';

export interface SiteDeps {
  readonly sites: SiteRecords;
  readonly administration: Administration;
  readonly world: World;
}

/** The operator, or the user of the command line, who administers a site. */
export type Administrator = Pick<Caller, 'actor' | 'correlation' | 'address'>;

/** Returns the administrator as the caller of an operation on a site, at the time of its clock. */
export const callerOn = ({ clock }: Pick<World, 'clock'>, administrator: Administrator, site: Site): Caller => ({
  ...administrator,
  site,
  at: siteTime(site, clock),
});

/** Returns the site. Throws `not_found`. */
export const needSite = async (sites: Pick<SiteRecords, 'find'>, subdomain: string): Promise<Site> => {
  const site = await sites.find(subdomain);
  if (!site) throw notFound('Site', 'subdomain', subdomain);
  return site;
};

type Work<T> = (site: Site, sites: SiteRecords, records: Records) => Promise<T>;

/** Runs `work` on a site, with its keys and records, in one transaction. Throws `not_found`. */
export const onSite = async <T>(
  { sites, administration }: Pick<SiteDeps, 'sites' | 'administration'>,
  subdomain: string,
  work: Work<T>,
): Promise<T> => {
  const { id } = await needSite(sites, subdomain);
  return administration.transaction(id, async (inside, records) =>
    work(await needSite(inside, subdomain), inside, records),
  );
};
