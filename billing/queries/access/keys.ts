import type { Key, KeyUse } from '../../domain/sites/key.ts';
import { isOver } from '../../domain/sites/key-rules.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';

/** A key without its hash, with its last use; null where it was not used since uses are recorded. */
export interface ListedKey extends Omit<Key, 'hash'> {
  readonly last_use: Omit<KeyUse, 'key_id'> | null;
}

interface Deps {
  readonly sites: Pick<SiteRecords, 'keys' | 'keyUses'>;
  readonly world: Pick<World, 'clock'>;
}

/** Returns the valid keys of a site, oldest first: a replaced one too while it is still accepted. */
export const listKeys =
  ({ sites, world }: Deps) =>
  async ({ id }: Pick<Site, 'id'>): Promise<readonly ListedKey[]> => {
    const [keys, uses] = await Promise.all([sites.keys(id), sites.keyUses(id)]);
    return keys
      .filter((key) => !isOver(key, world.clock.now()))
      .map(({ hash: _, ...key }) => {
        const use = uses.find(({ key_id }) => key_id === key.id);
        return { ...key, last_use: use ? { used_at_ms: use.used_at_ms, address: use.address } : null };
      });
  };

/** Returns a valid key of a site. Throws `not_found`. */
export const findKey =
  (deps: Deps) =>
  async (site: Pick<Site, 'id'>, keyId: string): Promise<ListedKey> => {
    const found = (await listKeys(deps)(site)).find(({ id }) => id === keyId);
    if (!found) throw notFound('Key', 'id', keyId);
    return found;
  };
