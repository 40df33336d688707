import type { Key } from '../../domain/sites/key.ts';
import type { Caller } from '../../ports/caller.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Records } from '../../ports/storage.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { announceKey } from './announce-key.ts';
import { keyChanges } from './key-changes.ts';
import type { SiteDeps } from './on-site.ts';

export interface KeyDeps extends SiteDeps {
  /** The stored form of a secret. */
  readonly digest: (secret: string) => string;
}

export interface IssuedKey {
  readonly key: Key;
  /** The key itself. Shown once; a private key is not stored. */
  readonly secret: string;
}

export type RequestedKey = Pick<Key, 'kind' | 'name' | 'read_only'>;

/** 190 random bits. */
const LENGTH = 32;

/**
 * Creates a key, in the place of `replaced` if it is given, and records the event; a private key is also announced to
 * the technical contact.
 */
export const issueKey = async (
  { world, digest }: KeyDeps,
  caller: Caller,
  sites: SiteRecords,
  records: Records,
  { kind, name, read_only }: RequestedKey,
  replaced?: Key,
): Promise<IssuedKey> => {
  const what = replaced ? 'regenerated' : 'created';
  const secret = world.ids.secret(LENGTH);
  const key: Key = {
    id: world.ids.uuid(),
    site_id: caller.site.id,
    kind,
    name,
    hash: digest(secret),
    value: kind === 'public' ? secret : null,
    read_only,
    created_at_ms: world.clock.now(),
    valid_until_ms: null,
  };
  await sites.addKey(key);
  await records.auditLog.append(auditEntry(world, caller, `key.${what}`, key.id, keyChanges(replaced, key)));
  await announceKey(world, caller, records, key, what);
  return { key, secret };
};
