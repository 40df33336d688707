import type { OutboxMessage } from '../../domain/outbox/message.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';

/** The longest reason of a mail server that a note repeats. */
const LONGEST = 300;

/** Notes on the account that a mail server refused its message for good. */
export const noteBounce = async (
  { notes }: Pick<Records, 'notes'>,
  { clock, ids }: Pick<World, 'clock' | 'ids'>,
  site: Site,
  { account_id, kind, recipient, error }: OutboxMessage,
): Promise<void> => {
  if (account_id === null) return;
  const reason = (error ?? '').slice(0, LONGEST);
  const message = `Mail to ${recipient} bounced (${kind}): ${reason}`;
  await notes.add({ id: ids.uuid(), account_id, actor: null, message, created_at: siteTime(site, clock) });
};
