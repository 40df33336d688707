import type { AccountSession } from '../domain/accounts/session.ts';
import type { Site } from '../resources/site.ts';
import type { Millis } from '../values/time.ts';

/**
 * Sessions of the account pages, and the search for the account of a login token, which is not limited to one site,
 * because a token does not name its site.
 */
export interface AccountSessionRecords {
  /** Finds the account with this hosted login token. Tokens are compared in constant time. */
  byLoginToken(presented: string): Promise<{ readonly site: Site; readonly account_id: string } | undefined>;
  site(siteId: string): Promise<Site | undefined>;
  find(siteId: string, hash: string): Promise<{ readonly site: Site; readonly session: AccountSession } | undefined>;
  add(siteId: string, session: AccountSession): Promise<void>;
  /** Sets when the session was last used. */
  use(siteId: string, hash: string, now: Millis): Promise<void>;
  remove(siteId: string, hash: string): Promise<void>;
  /** Ends a session that a link opens. Returns false if the link has been used, or is no longer valid. */
  takeLink(siteId: string, hash: string, now: Millis): Promise<boolean>;
  /** Ends the oldest sessions of an account beyond so many, and of operators who look at its pages beyond as many. */
  keepLatest(siteId: string, accountId: string, most: number): Promise<void>;
  /** Removes the sessions of a site that were last used before a moment. */
  sweep(siteId: string, before: Millis): Promise<void>;
}
