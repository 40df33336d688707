import type { Site } from '../../resources/site.ts';
import { Failure, type Issue, notFound, refuse } from '../../values/failure.ts';
import { HOUR_MS, type Millis } from '../../values/time.ts';
import type { Key, KeyUse } from './key.ts';

/** Milliseconds for which a replaced private key may stay valid. */
export const GRACE = 12 * HOUR_MS;

const LONGEST_NAME = 100;

/** Milliseconds before the end of a replaced key from which operators are warned that it is still used. */
const ENDING: Millis = GRACE / 2;

/** Whether a replaced key is about to end although it is used: both lie within the same hours. */
export const isEndingInUse = (key: Key, use: Pick<KeyUse, 'used_at_ms'> | undefined, now: Millis): boolean =>
  key.valid_until_ms !== null &&
  !isOver(key, now) &&
  key.valid_until_ms - now < ENDING &&
  use !== undefined &&
  now - use.used_at_ms < ENDING;

/** Returns the number of private keys a site may have: 10 in the higher tier, 5 otherwise and in every sandbox. */
export const mostPrivateKeys = ({ mode, tier }: Pick<Site, 'mode' | 'tier'>): number =>
  mode === 'production' && tier === 'higher' ? 10 : 5;

/** Whether the key has not been replaced. A replaced key may still be accepted for a while. */
export const isLasting = (key: Pick<Key, 'valid_until_ms'>): boolean => key.valid_until_ms === null;

export const isOver = (key: Key, now: Millis): boolean => key.valid_until_ms !== null && key.valid_until_ms <= now;

export const lastingPrivateKeys = (keys: readonly Key[]): Key[] =>
  keys.filter((key) => key.kind === 'private' && isLasting(key));

/** Reports more private keys than the mode and the tier of a site allow. */
export const tooManyKeys = (site: Pick<Site, 'mode' | 'tier'>, keys: readonly Key[]): Issue[] => {
  const count = mostPrivateKeys(site);
  return lastingPrivateKeys(keys).length > count ? [{ field: 'site.private_keys', symbol: 'too_many', count }] : [];
};

/** Returns the private keys that are accepted at `now` (system clock, milliseconds), replaced ones too. */
const validPrivateKeys = (keys: readonly Key[], now: Millis): Key[] =>
  keys.filter((key) => key.kind === 'private' && !isOver(key, now));

/**
 * Refuses a name that is missing, too long or in use, and one key too many at `now` (system clock, milliseconds): a
 * replaced key counts while it is valid. Throws `Invalid`.
 */
export const refuseKey = (
  site: Site,
  keys: readonly Key[],
  now: Millis,
  { kind, name }: Pick<Key, 'kind' | 'name'>,
): void => {
  const most = mostPrivateKeys(site);
  refuse([
    ...(name.trim() === '' ? [{ field: 'key.name', symbol: 'blank' } as const] : []),
    ...(name.length > LONGEST_NAME ? [{ field: 'key.name', symbol: 'too_long', count: LONGEST_NAME } as const] : []),
    ...(keys.some((key) => isLasting(key) && key.name === name)
      ? [{ field: 'key.name', symbol: 'taken' } as const]
      : []),
    ...(kind === 'private' && validPrivateKeys(keys, now).length >= most
      ? [{ field: 'site.private_keys', symbol: 'too_many', count: most } as const]
      : []),
  ]);
};

/**
 * Refuses to keep a replaced key valid beside as many keys as a site may have, unless it is the only one: a full site
 * can replace its keys one after the other. Throws `precondition_failed`.
 */
export const refuseToKeep = (site: Site, keys: readonly Key[], now: Millis): void => {
  const valid = validPrivateKeys(keys, now);
  const kept = valid.find((key) => !isLasting(key));
  if (!kept || valid.length < mostPrivateKeys(site)) return;
  throw new Failure('precondition_failed', {
    what: `The site has ${valid.length} valid private keys, among them “${kept.name}” with id ${kept.id}, which has been replaced. Revoke that first, or block the old key at once.`,
  });
};

/** Returns the key with an id, or with the name of one that was not replaced. Throws `not_found`. */
export const needKey = (keys: readonly Key[], meant: string): Key => {
  const found = keys.find(({ id }) => id === meant) ?? keys.find((key) => isLasting(key) && key.name === meant);
  if (!found) throw notFound('Key', 'id or name', meant);
  return found;
};

/** Refuses to remove the last private key that may write. Throws `precondition_failed`. */
export const refuseWithout = (keys: readonly Key[], gone: Key): void => {
  const left = lastingPrivateKeys(keys).filter((key) => !key.read_only && key.id !== gone.id);
  if (left.length > 0) return;
  throw new Failure('precondition_failed', {
    what: `“${gone.name}” is the last private key that may write, and a site always has one. Regenerate it, or create another one first.`,
  });
};
