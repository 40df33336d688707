import type { Caller } from '@service/billing/ports/caller.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { defineCustomField } from '@service/billing/usecases/custom-fields/define-custom-field.ts';
import { unlessThere } from './catalogue.ts';
import { DEMO_SUBDOMAIN } from './demo.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly world: World;
}

/** Custom fields of the demo site, by record. Accounts and subscriptions have those of its setting too. */
const FIELDS = [
  ['account', 'favourite_colour', 'Favourite colour'],
  ['account', 'size', 'Size'],
  ['subscription', 'favourite_colour', 'Favourite colour'],
  ['subscription', 'size', 'Size'],
  ['plan', 'audience', 'Audience'],
  ['item', 'material', 'Material'],
  ['charge', 'batch', 'Batch'],
] as const;

/** Defines custom fields for every kind of record of the demo site. */
export const seedCustomFields = async ({ storage, sites, world }: Deps): Promise<void> => {
  const site = await sites.find(DEMO_SUBDOMAIN);
  if (!site) return;
  const caller: Caller = { site, actor: 'demo seed', at: siteTime(site, world.clock), correlation: world.ids.uuid() };
  const define = defineCustomField({ storage, world });
  for (const [record, name, display_name] of FIELDS) await unlessThere(define(caller, record, name, { display_name }));
};
