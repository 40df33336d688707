import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { Site } from '../../resources/site.ts';
import { siteTime } from '../../resources/site.ts';
import type { SessionDeps } from './begin-session.ts';

/** The account of a link. */
export interface Linked {
  readonly site: Site;
  readonly account: AccountRecord;
  readonly isExpired: boolean;
}

/**
 * Returns the account of a genuine link in mail, also of one that has expired; undefined for anything else, such as a
 * link that went to an earlier email address.
 */
export const linkedAccount = async (
  { sessions, storage, world, readMailLink }: Omit<SessionDeps, 'digest'>,
  token: string,
): Promise<Linked | undefined> => {
  const link = readMailLink(token);
  const site = link && (await sessions.site(link.site_id));
  const account = site && (await storage.of(site.id).accounts.byId(link.account_id));
  if (!account || !link.isOf(account)) return undefined;
  return { site, account, isExpired: siteTime(site, world.clock) >= link.expires_at };
};
