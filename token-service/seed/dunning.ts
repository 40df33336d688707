import type { Caller } from '@service/billing/ports/caller.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { addCampaign } from '@service/billing/usecases/dunning/add-campaign.ts';
import { unlessThere } from './catalogue.ts';
import { DEMO_SUBDOMAIN } from './demo.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly world: World;
}

/** Adds a second dunning campaign to the demo site, which reminds seldom and gives up nothing. */
export const seedDunning = async ({ storage, sites, world }: Deps): Promise<void> => {
  const site = await sites.find(DEMO_SUBDOMAIN);
  if (!site) return;
  const caller: Caller = { site, actor: 'demo seed', at: siteTime(site, world.clock), correlation: world.ids.uuid() };
  const schedule = { days: [0, 10, 30], final_day: 60, invoice: 'keep', subscription: 'keep' } as const;
  await unlessThere(
    addCampaign({ storage, world })(caller, 'patient', {
      name: 'Patient',
      description: 'Reminds seldom, and gives up nothing',
      schedule,
    }),
  );
};
