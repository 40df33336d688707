import type { AccountRecord } from '../../domain/accounts/record.ts';
import { beginSession, type SessionDeps, type SignedIn } from '../../engine/account-pages/begin-session.ts';
import type { Site } from '../../resources/site.ts';

/** Begins another session of a customer who is signed in: the one before ended with the email address. */
export const renewSession =
  (deps: Pick<SessionDeps, 'sessions' | 'world' | 'digest'>) =>
  (site: Site, account: AccountRecord): Promise<SignedIn> =>
    beginSession(deps, site, account);
