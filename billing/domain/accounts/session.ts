import { HOUR_MS, MINUTE_MS, type Millis } from '../../values/time.ts';
import type { AccountRecord } from './record.ts';

/** The session of a customer on the account pages. The times are milliseconds of the system clock. */
export interface AccountSession {
  /** SHA-256 of the secret that the customer's browser holds, hexadecimal. */
  readonly hash: string;
  readonly account_id: string;
  /** SHA-256 of the values whose change ends the session (`grantOf`). */
  readonly login_token_hash: string;
  readonly created_at_ms: Millis;
  /** Time of the last request that was counted; requests within a minute of it are not. */
  readonly used_at_ms: Millis;
  /** The operator who looks at the pages as the customer, and changes nothing; null: the customer's own session. */
  readonly viewer: string | null;
  /** The expiry of the operator's link, which has to be opened before the session shows a page; null once it is. */
  readonly link_until_ms: Millis | null;
}

/** Returns the values whose change ends a session: the account's hosted login token and its email address. */
export const grantOf = ({ hosted_login_token, email_changed_at_ms }: AccountRecord): string =>
  `${hosted_login_token}${email_changed_at_ms ?? ''}`;

/** A session ends after half an hour without a request, so that a shared computer does not stay signed in. */
export const IDLE_MS = 30 * MINUTE_MS;
/** A session ends after twelve hours in any case. */
export const LONGEST_MS = 12 * HOUR_MS;

/** Sessions that an account can have: a program that follows every link in mail cannot fill the table. */
export const MOST_SESSIONS = 10;

/** The link with which an operator looks at the pages can be used for so long. */
export const VIEW_LINK_MS = 5 * MINUTE_MS;

/** Whether a session is open and has not ended by time. That of an operator ends after half an hour in any case. */
export const isSessionOpen = (session: AccountSession, now: Millis): boolean => {
  const { created_at_ms, used_at_ms, viewer, link_until_ms } = session;
  const longest = viewer === null ? LONGEST_MS : IDLE_MS;
  return link_until_ms === null && now < used_at_ms + IDLE_MS && now < created_at_ms + longest;
};

/** Whether a request is to be counted as use of a session: at most one write a minute. */
export const isUseDue = ({ used_at_ms }: AccountSession, now: Millis): boolean => now >= used_at_ms + MINUTE_MS;

/** The length of a site's id, with which the secret of a session begins: a session is looked up within its site. */
const SITE_ID_LENGTH = 32;

export const siteOfSession = (secret: string): string => secret.slice(0, SITE_ID_LENGTH);
