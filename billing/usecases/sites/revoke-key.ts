import type { Key } from '../../domain/sites/key.ts';
import { isLasting, needKey, refuseWithout } from '../../domain/sites/key-rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { announceKey } from '../../engine/sites/announce-key.ts';
import { keyChanges } from '../../engine/sites/key-changes.ts';
import { type Administrator, callerOn, onSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Revokes a private key at once. Throws `not_found`, and `precondition_failed` for the public key and for the last
 * private key with write access.
 */
export const revokeKey =
  (deps: SiteDeps) =>
  (operator: Administrator, subdomain: string, meant: string): Promise<Key> =>
    onSite(deps, subdomain, async (site, sites, records) => {
      const keys = await sites.keys(site.id);
      const key = needKey(keys, meant);
      if (key.kind === 'public') {
        throw new Failure('precondition_failed', {
          what: 'A site always has its public key. Regenerate it to block the one that is out.',
        });
      }
      if (isLasting(key)) refuseWithout(keys, key);
      const caller = callerOn(deps.world, operator, site);
      await sites.removeKey(key.site_id, key.id);
      await records.auditLog.append(auditEntry(deps.world, caller, 'key.revoked', key.id, keyChanges(key, undefined)));
      await announceKey(deps.world, caller, records, key, 'revoked');
      return key;
    });
