import { grantOf, isSessionOpen, isUseDue, siteOfSession } from '../../domain/accounts/session.ts';
import type { SessionDeps, SignedIn } from '../../engine/account-pages/begin-session.ts';
import { offersAccountPages } from '../../resources/site.ts';

/**
 * Returns the customer of a session and counts the use; undefined once the session has ended: by time, by signing out,
 * because the hosted login token or the email address was replaced, the account closed, or the site's account pages
 * switched off.
 */
export const continueSession =
  ({ sessions, storage, world, digest }: Omit<SessionDeps, 'readMailLink'>) =>
  async (secret: string): Promise<SignedIn | undefined> => {
    const found = await sessions.find(siteOfSession(secret), digest(secret));
    if (!found) return undefined;
    const { site, session } = found;
    const now = world.clock.now();
    const account = await storage.of(site.id).accounts.byId(session.account_id);
    const valid =
      isSessionOpen(session, now) &&
      offersAccountPages(site) &&
      account?.state === 'active' &&
      digest(grantOf(account)) === session.login_token_hash;
    if (!valid) {
      await sessions.remove(site.id, session.hash);
      return undefined;
    }
    if (isUseDue(session, now)) await sessions.use(site.id, session.hash, now);
    return { site, account, secret, viewer: session.viewer };
  };
