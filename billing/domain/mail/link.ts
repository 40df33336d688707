import { DAY, type Seconds } from '../../values/time.ts';
import type { AccountRecord } from '../accounts/record.ts';

/** Lifetime of a sign-in link in mail. */
export const LINK_LIFETIME: Seconds = 30 * DAY;

/** The fields that a link in mail is bound to: it ends as soon as one of these changes. */
export type LinkedAccount = Pick<AccountRecord, 'id' | 'email' | 'email_changed_at_ms' | 'hosted_login_token'>;

/** A link in mail as it was presented: whether it is genuine shows once its account was read. */
export interface PresentedLink {
  readonly site_id: string;
  readonly account_id: string;
  /** Expiry on the site's clock, so that moving the clock of a sandbox forward expires its links. */
  readonly expires_at: Seconds;
  /** Whether the service wrote it for the account as it is now. Compares in constant time. */
  isOf(account: LinkedAccount): boolean;
}

/** Reads the token of a link in mail; undefined for anything else. */
export type ReadMailLink = (token: string) => PresentedLink | undefined;
