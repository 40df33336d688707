import type { Caller } from '@service/billing/ports/caller.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { createPermission } from '@service/billing/usecases/permissions/create-permission.ts';
import { unlessThere } from './catalogue.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly world: World;
}

const ARCHIVE = { code: 'archive', name: 'Read the archive', description: 'Every issue since the first.' } as const;

/** Plans whose subscribers read the archive. */
const READERS = ['tideline', 'tideline-yearly'];

/** Adds a permission that the seeded plans grant to the demo site, unless it has it. Does nothing without one. */
export const seedPermissions = async ({ storage, sites, world }: Deps): Promise<void> => {
  const site = await sites.find('demo');
  if (!site) return;
  const caller: Caller = { site, actor: 'demo seed', at: siteTime(site, world.clock), correlation: world.ids.uuid() };
  const records = storage.of(site.id);
  if (await records.permissions.find(ARCHIVE.code)) return;
  const plans: string[] = [];
  for (const code of READERS) if (await records.plans.find(code)) plans.push(code);
  const { code, ...about } = ARCHIVE;
  await unlessThere(createPermission({ storage, world })(caller, code, { ...about, plans }));
};
