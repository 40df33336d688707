import type { World } from '@service/billing/ports/world.ts';
import type { OpenStorage } from '../src/adapters/storage/storage.ts';
import { seedBusinessEntities } from './business-entities.ts';
import { seedCatalogue } from './catalogue.ts';
import { seedCustomFields } from './custom-fields.ts';
import { seedDemo } from './demo.ts';
import { seedDiscounts } from './discounts.ts';
import { seedDunning } from './dunning.ts';
import { seedExternal } from './external.ts';
import { seedInvoiceTemplates } from './invoice-templates.ts';
import { seedPermissions } from './permissions.ts';

/** The records of the demo site, in the order in which they refer to one another. */
const SEEDS = [
  seedCatalogue,
  seedDiscounts,
  seedPermissions,
  seedExternal,
  seedDunning,
  seedCustomFields,
  seedBusinessEntities,
  seedInvoiceTemplates,
] as const;

/**
 * Adds the demo site with its keys and records, unless they are there. Call it only while no other machine can reach
 * the service: the keys are public.
 */
export const seedDemoSite = async (opened: OpenStorage, world: World): Promise<void> => {
  await seedDemo(opened.administration, world);
  for (const seed of SEEDS) await seed({ ...opened, world });
};
