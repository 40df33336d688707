import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';

/** The dependencies of the pages of journals. */
export interface JournalDeps {
  readonly storage: Storage;
  readonly world: World;
}
