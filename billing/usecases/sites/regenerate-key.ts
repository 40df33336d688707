import type { Key } from '../../domain/sites/key.ts';
import { GRACE, isLasting, isOver, needKey, refuseToKeep } from '../../domain/sites/key-rules.ts';
import { type IssuedKey, issueKey, type KeyDeps } from '../../engine/sites/issue-key.ts';
import { type Administrator, callerOn, onSite } from '../../engine/sites/on-site.ts';
import { Failure } from '../../values/failure.ts';
import type { Millis } from '../../values/time.ts';

export interface RegeneratedKey extends IssuedKey {
  /** The replaced key. */
  readonly old: Key;
  /** Expiry of the replaced key (system clock, milliseconds); null: it is blocked already. */
  readonly old_valid_until_ms: Millis | null;
}

/**
 * Replaces a key with a new one of the same name and permissions. `old`: block the replaced key at once, or keep it
 * valid for 12 hours. A site has one public key only, so that cannot be kept, and a limited number of valid private
 * keys. Throws `not_found`, and `precondition_failed` for a key that was replaced before or cannot be kept.
 */
export const regenerateKey =
  (deps: KeyDeps) =>
  (operator: Administrator, subdomain: string, key: string, old: 'block' | 'keep'): Promise<RegeneratedKey> =>
    onSite(deps, subdomain, async (site, sites, records) => {
      const keys = await sites.keys(site.id);
      const now = deps.world.clock.now();
      for (const past of keys.filter((one) => isOver(one, now))) await sites.removeKey(past.site_id, past.id);
      const replaced = needKey(keys, key);
      if (!isLasting(replaced)) {
        throw new Failure('precondition_failed', {
          what: `“${replaced.name}” with id ${replaced.id} has been replaced already. Regenerate the key that took its place.`,
        });
      }
      if (old === 'keep' && replaced.kind === 'public') {
        throw new Failure('precondition_failed', {
          what: `“${replaced.name}” is the public key, and a site has only one: the old one ends at once. Block it, and change your pages at once.`,
        });
      }
      if (old === 'keep') refuseToKeep(site, keys, now);
      const valid_until_ms = old === 'keep' ? now + GRACE : null;
      if (valid_until_ms === null) await sites.removeKey(replaced.site_id, replaced.id);
      else await sites.saveKey({ ...replaced, valid_until_ms });
      const issued = await issueKey(deps, callerOn(deps.world, operator, site), sites, records, replaced, replaced);
      return { ...issued, old: replaced, old_valid_until_ms: valid_until_ms };
    });
