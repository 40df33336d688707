import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { SessionDeps } from '../../engine/account-pages/begin-session.ts';
import { linkedAccount } from '../../engine/account-pages/linked-account.ts';
import { offersAccountPages, type Site } from '../../resources/site.ts';

/** The merchant that a link in mail names, and its account if that is genuine and active. */
export interface Recognized {
  readonly site: Site;
  readonly account: AccountRecord | undefined;
}

/**
 * Returns the merchant of a link in mail that signs in no longer, so that the page which says so can lead on: to the
 * merchant's shop, or to another link by mail. Undefined where the merchant has no account pages, and for anything that
 * is no link in mail.
 */
export const recognizeLink =
  (deps: Omit<SessionDeps, 'digest'>) =>
  async (token: string): Promise<Recognized | undefined> => {
    const link = deps.readMailLink(token);
    const site = link && (await deps.sessions.site(link.site_id));
    if (!site || !offersAccountPages(site)) return undefined;
    const linked = await linkedAccount(deps, token);
    return { site, account: linked?.account.state === 'active' ? linked.account : undefined };
  };
