import type { Key } from '../../domain/sites/key.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';

/** Notifies the technical contact that a private key has changed. Names the key and never shows it. */
export const announceKey = async (
  { ids }: Pick<World, 'ids'>,
  { site, correlation }: Caller,
  { outbox }: Pick<Records, 'outbox'>,
  key: Key,
  change: 'created' | 'regenerated' | 'revoked',
): Promise<void> => {
  if (key.kind !== 'private' || site.technical_contact === null) return;
  await outbox.queue({
    id: ids.uuid(),
    kind: 'private_key_changed',
    recipient: site.technical_contact,
    correlation,
    payload: { subdomain: site.subdomain, change, key_id: key.id, key_name: key.name, read_only: key.read_only },
  });
};
