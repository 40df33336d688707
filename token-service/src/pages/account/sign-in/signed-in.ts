import type { SignedIn } from '@service/billing/engine/account-pages/begin-session.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import type { Recognized } from '@service/billing/usecases/account-pages/recognize-link.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { newFormKey } from '../../../http/form-key.ts';
import type { RequireEncryption } from '../../../http/in-the-clear.ts';
import { readerOf } from '../language.ts';
import { allowedReturn } from '../parts/brand.ts';
import { PageRefused } from '../refused.ts';
import { knownCookie, readReturn, sessionCookie } from '../steps/cookies.ts';
import { readerFor } from '../steps/failures.ts';
import type { AccountPage, PageStep, Visit } from '../visit.ts';
import { showSignedOut } from './signed-out.ts';

interface Deps {
  readonly continueSession: (secret: string) => Promise<SignedIn | undefined>;
  readonly recognizeLink: (token: string) => Promise<Recognized | undefined>;
  readonly clock: SystemClock;
  readonly ids: Pick<Ids, 'secret'>;
  readonly isSecure: (ctx: AccountPage) => boolean;
  readonly encrypted: RequireEncryption;
}

/**
 * Finds the customer of the session; without one the page says how to come back. An operator who looks at the pages as
 * the customer sends no form.
 */
export const signedIn = ({ continueSession, recognizeLink, clock, ids, isSecure, encrypted }: Deps): PageStep =>
  async function signedIn(ctx, next) {
    const secure = isSecure(ctx);
    const secret = sessionCookie.read(ctx, secure);
    const found = secret ? await continueSession(secret) : undefined;
    if (!found) {
      if (secret) sessionCookie.forget(ctx, secure);
      const token = knownCookie.read(ctx, secure);
      const known = token === undefined ? undefined : await recognizeLink(token);
      if (known) return showSignedOut(ctx, known, readReturn(ctx, secure));
      throw new PageRefused('signedOut');
    }
    const returnTo = allowedReturn(found.site, readReturn(ctx, secure));
    ctx.state.reader = { ...readerFor(ctx), site: found.site, returnTo };
    encrypted(ctx, found.site);
    ctx.state.identity = { site: found.site };
    ctx.state.visit = { ...visitFor(ctx, found, { clock, ids }), returnTo };
    if (found.viewer !== null && ctx.method === 'POST') throw new PageRefused('viewing');
    await next();
  };

const visitFor = (
  ctx: AccountPage,
  { site, account, secret, viewer }: SignedIn,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
): Visit => ({
  ...readerOf(site, account.preferred_locale, ctx.get('Accept-Language'), account.accept_language),
  site,
  account,
  secret,
  viewer,
  formKey: newFormKey(secret, ids),
  newFormId: () => ids.secret(24),
  caller: {
    site,
    at: siteTime(site, clock),
    actor: 'customer',
    correlation: ctx.state.correlation,
    address: clientAddress(ctx),
  },
});
