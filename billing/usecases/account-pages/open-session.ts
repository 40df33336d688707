import type { AccountRecord } from '../../accounts/record.ts';
import { LONGEST_MS } from '../../accounts/session.ts';
import type { AccountSessionRecords } from '../../ports/account-sessions.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { offersAccountPages, type Site } from '../../site.ts';

export interface SessionDeps {
  readonly sessions: AccountSessionRecords;
  readonly storage: Pick<Storage, 'of'>;
  readonly world: Pick<World, 'clock' | 'ids'>;
  /** SHA-256, hexadecimal. */
  readonly digest: (secret: string) => string;
}

/** A signed-in customer. */
export interface SignedIn {
  readonly site: Site;
  readonly account: AccountRecord;
  /** What the customer's browser holds: the site's id and a secret. Stored as a hash only. */
  readonly secret: string;
}

/** The characters of a session's secret after the site's id: 256 bits. */
const SECRET_LENGTH = 43;

/**
 * Exchanges a hosted login token for a session. The token stays valid until it is replaced. Returns undefined for an
 * unknown token, a closed account, and a site without account pages, which all look the same to the customer.
 */
export const openSession =
  ({ sessions, storage, world, digest }: SessionDeps) =>
  async (token: string): Promise<SignedIn | undefined> => {
    const found = await sessions.byLoginToken(token);
    if (!found || !offersAccountPages(found.site)) return undefined;
    const { site, account_id } = found;
    const account = await storage.of(site.id).accounts.byId(account_id);
    if (account?.state !== 'active') return undefined;

    const now = world.clock.now();
    const secret = site.id + world.ids.secret(SECRET_LENGTH);
    await sessions.sweep(site.id, now - LONGEST_MS);
    await sessions.add(site.id, {
      hash: digest(secret),
      account_id,
      login_token_hash: digest(token),
      created_at: now,
      used_at: now,
    });
    return { site, account, secret };
  };
