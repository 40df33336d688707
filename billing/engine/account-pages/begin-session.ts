import type { AccountRecord } from '../../domain/accounts/record.ts';
import { grantOf, LONGEST_MS, MOST_SESSIONS } from '../../domain/accounts/session.ts';
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
}

/** The characters of a session's secret after the site's id: 256 bits. */
const SECRET_LENGTH = 43;

/** Begins a session of an account. Beyond ten of them, the oldest ends. */
export const beginSession = async (
  { sessions, world, digest }: Pick<SessionDeps, 'sessions' | 'world' | 'digest'>,
  site: Site,
  account: AccountRecord,
): Promise<SignedIn> => {
  const now = world.clock.now();
  const secret = site.id + world.ids.secret(SECRET_LENGTH);
  await sessions.sweep(site.id, now - LONGEST_MS);
  await sessions.add(site.id, {
    hash: digest(secret),
    account_id: account.id,
    login_token_hash: digest(grantOf(account)),
    created_at_ms: now,
    used_at_ms: now,
  });
  await sessions.keepLatest(site.id, account.id, MOST_SESSIONS);
  return { site, account, secret };
};
