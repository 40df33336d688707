import { grantOf, siteOfSession, VIEW_LINK_MS } from '../../domain/accounts/session.ts';
import { beginSession, newSession, type SessionDeps, type SignedIn } from '../../engine/account-pages/begin-session.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import { needOpenAccount } from '../../queries/accounts.ts';
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

/**
 * Exchanges the token of such a link for a session. Returns undefined once it has been used, or is older than five
 * minutes, and for a customer whose login token or email address was replaced meanwhile.
 */
export const openCustomerView =
  ({ storage, sessions, world, digest }: Omit<SessionDeps, 'readMailLink'>) =>
  async (token: string): Promise<SignedIn | undefined> => {
    const [siteId, hash] = [siteOfSession(token), digest(token)];
    const found = await sessions.find(siteId, hash);
    if (!found || !(await sessions.takeLink(siteId, hash, world.clock.now()))) return undefined;
    const { site, session } = found;
    const account = await storage.of(site.id).accounts.byId(session.account_id);
    if (account?.state !== 'active' || digest(grantOf(account)) !== session.login_token_hash) return undefined;
    return beginSession({ sessions, world, digest }, site, account, session.viewer);
  };
