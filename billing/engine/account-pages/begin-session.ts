import type { AccountRecord } from '../../domain/accounts/record.ts';
import { type AccountSession, grantOf, LONGEST_MS, MOST_SESSIONS } from '../../domain/accounts/session.ts';
import type { ReadMailLink } from '../../domain/mail/link.ts';
import type { AccountSessionRecords } from '../../ports/account-sessions.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';

export interface SessionDeps {
  readonly sessions: AccountSessionRecords;
  readonly storage: Pick<Storage, 'of'>;
  readonly world: Pick<World, 'clock' | 'ids'>;
  /** SHA-256, hexadecimal. */
  readonly digest: (secret: string) => string;
  readonly readMailLink: ReadMailLink;
}

/** A signed-in customer. */
export interface SignedIn {
  readonly site: Site;
  readonly account: AccountRecord;
  /** The site's id and a secret, which the customer's browser holds. Stored as a hash only. */
  readonly secret: string;
  /** The operator who looks at the pages as the customer; null: the customer does. */
  readonly viewer: string | null;
}

/** The characters of a session's secret after the site's id: 256 bits. */
const SECRET_LENGTH = 43;

/** Returns a session of an account, which is not stored yet, and its secret. */
export const newSession = (
  { world, digest }: Pick<SessionDeps, 'world' | 'digest'>,
  site: Site,
  account: AccountRecord,
  viewer: string | null,
): { readonly secret: string; readonly session: AccountSession } => {
  const now = world.clock.now();
  const secret = site.id + world.ids.secret(SECRET_LENGTH);
  const session = {
    hash: digest(secret),
    account_id: account.id,
    login_token_hash: digest(grantOf(account)),
    created_at_ms: now,
    used_at_ms: now,
    viewer,
    link_until_ms: null,
  };
  return { secret, session };
};

/**
 * Begins a session of an account. Beyond ten of them, the oldest ends; those of operators who look at the pages are
 * counted apart. `viewer`: the operator.
 */
export const beginSession = async (
  { sessions, world, digest }: Pick<SessionDeps, 'sessions' | 'world' | 'digest'>,
  site: Site,
  account: AccountRecord,
  viewer: string | null = null,
): Promise<SignedIn> => {
  const { secret, session } = newSession({ world, digest }, site, account, viewer);
  await sessions.sweep(site.id, session.created_at_ms - LONGEST_MS);
  await sessions.add(site.id, session);
  await sessions.keepLatest(site.id, account.id, MOST_SESSIONS);
  return { site, account, secret, viewer };
};
