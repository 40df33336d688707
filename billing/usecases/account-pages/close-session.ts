import { siteOfSession } from '../../domain/accounts/session.ts';
import type { SessionDeps } from '../../engine/account-pages/begin-session.ts';

/** Ends a session: the customer signs out. An unknown one stays unknown. */
export const closeSession =
  ({ sessions, digest }: Pick<SessionDeps, 'sessions' | 'digest'>) =>
  (secret: string): Promise<void> =>
    sessions.remove(siteOfSession(secret), digest(secret));
