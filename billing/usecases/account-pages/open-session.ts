import { beginSession, type SessionDeps, type SignedIn } from '../../engine/account-pages/begin-session.ts';
import { type Linked, linkedAccount } from '../../engine/account-pages/linked-account.ts';
import { offersAccountPages } from '../../resources/site.ts';

/** `expired`: a link in mail that signed in once. Its customer can ask for another one. */
export type Opened =
  | ({ readonly outcome: 'signed_in' } & SignedIn)
  | ({ readonly outcome: 'expired' } & Pick<Linked, 'site' | 'account'>);

/**
 * Exchanges a hosted login token, or the token of a link in mail, for a session. Both stay valid: the login token until
 * it is replaced, the link for 30 days while the email address stays. Returns undefined for an unknown token, a closed
 * account, and a site without account pages, which all look the same to the customer.
 */
export const openSession =
  (deps: SessionDeps) =>
  async (token: string): Promise<Opened | undefined> => {
    const linked = (await linkedAccount(deps, token)) ?? (await byLoginToken(deps, token));
    if (!linked || !offersAccountPages(linked.site) || linked.account.state !== 'active') return undefined;
    const { site, account, isExpired } = linked;
    return isExpired
      ? { outcome: 'expired', site, account }
      : { outcome: 'signed_in', ...(await beginSession(deps, site, account)) };
  };

const LOGIN_TOKEN = /^[A-Za-z0-9]{32}$/;

const byLoginToken = async ({ sessions, storage }: SessionDeps, token: string): Promise<Linked | undefined> => {
  const found = LOGIN_TOKEN.test(token) ? await sessions.byLoginToken(token) : undefined;
  const account = found && (await storage.of(found.site.id).accounts.byId(found.account_id));
  return account && { site: found.site, account, isExpired: false };
};
