import type { SessionDeps } from '../../engine/account-pages/begin-session.ts';
import { linkedAccount } from '../../engine/account-pages/linked-account.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { offersAccountPages, siteTime } from '../../resources/site.ts';

interface RenewLinkDeps extends Omit<SessionDeps, 'digest' | 'storage' | 'world'> {
  readonly storage: Storage;
  readonly world: World;
}

/** Seconds in which at most one link is sent to an address on demand. */
const PERIOD = 3600;

/**
 * Mails a new link to the email address of the account of an expired link, at most one an hour. Does nothing for any
 * other token, without a difference in the result.
 */
export const renewLink =
  (deps: RenewLinkDeps) =>
  async (token: string, { correlation, address }: Pick<Caller, 'correlation' | 'address'>): Promise<void> => {
    const { storage, world } = deps;
    const linked = await linkedAccount(deps, token);
    if (!linked || !offersAccountPages(linked.site)) return;
    const { site, account } = linked;
    const { id: account_id, account_code, email: recipient, state } = account;
    if (!recipient || state !== 'active') return;
    const caller = { site, at: siteTime(site, world.clock), actor: 'customer', correlation, address };
    await storage.transaction(site.id, async (records) => {
      const message = {
        id: world.ids.uuid(),
        kind: 'account_link',
        recipient,
        account_id,
        correlation,
        caused_at: caller.at,
        payload: {},
      };
      if (!(await records.outbox.queueOnceIn(PERIOD, message))) return;
      await records.auditLog.append(auditEntry(world, caller, 'account.link_sent', account_code));
    });
  };
