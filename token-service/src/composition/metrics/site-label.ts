import type { SiteRecords } from '@service/billing/ports/sites.ts';

/** Sites that have a label of their own; the others share one, so that the number of series is bounded. */
const MOST_SITES = 50;

/** The label of every site beyond those. */
export const OTHER_SITES = '_other';

export interface SiteLabels {
  /** Returns the label of a site: its subdomain for the first fifty that this process meets. */
  of(subdomain: string): string;
  /** Like `of`, by the id of the site. Never rejects: a site that cannot be read is one of the others. */
  ofId(siteId: string): Promise<string>;
}

export const siteLabels = (sites: Pick<SiteRecords, 'all'>): SiteLabels => {
  const labelled = new Set<string>();
  let subdomains = new Map<string, string>();
  const of = (subdomain: string): string => {
    if (labelled.has(subdomain)) return subdomain;
    if (labelled.size >= MOST_SITES) return OTHER_SITES;
    labelled.add(subdomain);
    return subdomain;
  };
  return {
    of,
    async ofId(siteId) {
      if (!subdomains.has(siteId)) {
        const all = await sites.all().catch(() => []);
        subdomains = new Map(all.map(({ id, subdomain }) => [id, subdomain]));
      }
      const subdomain = subdomains.get(siteId);
      return subdomain === undefined ? OTHER_SITES : of(subdomain);
    },
  };
};
