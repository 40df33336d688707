import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';

export interface CatalogueDeps {
  readonly storage: Storage;
  readonly world: World;
  readonly sites: Pick<SiteRecords, 'keys'>;
}
