import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { SiteTrouble } from '@service/billing/queries/work/due.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { MonotonicClock } from '@service/billing/values/time.ts';

export interface SiteWatchDeps {
  readonly sites: Pick<SiteRecords, 'all'>;
  /** Returns what does not work at a site, by the names in `/health`. */
  readonly troubleOf: (site: Site) => Promise<readonly SiteTrouble[]>;
  readonly clock: Pick<MonotonicClock, 'elapsed'>;
}

/** Milliseconds between two looks, and sites of one look: `/health` costs the same with any number of sites. */
const EVERY = 10_000;
const MOST = 100;

/** Returns what `/health` of every process calls: what does not work at any site. */
export const siteWatch = ({ sites, troubleOf, clock }: SiteWatchDeps): (() => Promise<readonly SiteTrouble[]>) => {
  const found = new Map<string, readonly SiteTrouble[]>();
  let last = '';
  let lookAt = 0;

  const look = async (): Promise<void> => {
    const all = (await sites.all()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const known = new Set(all.map(({ id }) => id));
    for (const id of found.keys()) if (!known.has(id)) found.delete(id);
    const next = all.findIndex(({ id }) => id > last);
    const some = all.slice(Math.max(0, next)).slice(0, MOST);
    for (const site of some) found.set(site.id, await troubleOf(site));
    last = some.at(-1)?.id ?? '';
  };

  return async () => {
    if (clock.elapsed() >= lookAt) {
      const begun = clock.elapsed();
      await look();
      lookAt = begun + EVERY;
    }
    return [...found.values()].flat();
  };
};
