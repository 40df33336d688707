import { VIEW_LINK_MS } from '../../domain/accounts/session.ts';
import { newSession, type SessionDeps } from '../../engine/account-pages/begin-session.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import { needOpenAccount } from '../../queries/accounts/accounts.ts';
import { offersAccountPages } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';

interface ViewDeps extends Pick<SessionDeps, 'sessions' | 'world' | 'digest'> {
  readonly storage: Storage;
}

/**
 * Returns the token of a link that opens the account pages as the customer sees them, once and within five minutes; it
 * is stored as a hash. `viewer`: the operator's name, which the pages show. Nothing can be changed there. Throws
 * `not_found`, `account_closed`, and `precondition_failed` for a site without account pages.
 */
export const viewAsCustomer =
  ({ storage, sessions, world, digest }: ViewDeps) =>
  async (caller: Caller, account_code: string, viewer: string): Promise<string> => {
    const { site } = caller;
    if (!offersAccountPages(site)) {
      throw new Failure('precondition_failed', { what: 'The site has no account pages.' });
    }
    const account = await storage.transaction(site.id, async (records) => {
      const found = await needOpenAccount(records, account_code);
      await records.auditLog.append(auditEntry(world, caller, 'account.viewed', account_code));
      return found;
    });
    const { secret, session } = newSession({ world, digest }, site, account, viewer);
    await sessions.add(site.id, { ...session, link_until_ms: world.clock.now() + VIEW_LINK_MS });
    return secret;
  };
