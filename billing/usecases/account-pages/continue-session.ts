import { isSessionOpen, isUseDue, siteOfSession } from '../../accounts/session.ts';
import { offersAccountPages } from '../../site.ts';
import type { SessionDeps, SignedIn } from './open-session.ts';

/**
 * Returns the customer of a session and counts the use; undefined once the session has ended: by time, by signing out,
 * because the hosted login token was replaced, the account closed, or the site's account pages switched off.
 */
export const continueSession =
  ({ sessions, storage, world, digest }: SessionDeps) =>
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
      digest(account.hosted_login_token) === session.login_token_hash;
    if (!valid) {
      await sessions.remove(site.id, session.hash);
      return undefined;
    }
    if (isUseDue(session, now)) await sessions.use(site.id, session.hash, now);
    return { site, account, secret };
  };
