import { grantOf, siteOfSession } from '../../domain/accounts/session.ts';
import { beginSession, type SessionDeps, type SignedIn } from '../../engine/account-pages/begin-session.ts';

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
