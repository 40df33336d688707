import { knownCookie, returnCookie, sessionCookie } from '../steps/cookies.ts';
import { type AccountPage, type PageStep, visitOf } from '../visit.ts';
import { expiredLinkTo } from './expired-link.ts';
import { signedOutText } from './signed-out.ts';

/** Ends the session, here and in the browser. */
export const signOut = (
  closeSession: (secret: string) => Promise<void>,
  isSecure: (ctx: AccountPage) => boolean,
): PageStep =>
  async function signOut(ctx) {
    const { secret, site, account, words, locale, returnTo } = visitOf(ctx);
    const secure = isSecure(ctx);
    await closeSession(secret);
    for (const cookie of [sessionCookie, knownCookie, returnCookie]) cookie.forget(ctx, secure);
    // The customer has left; the language and the merchant of the page stay.
    delete ctx.state.visit;
    ctx.state.reader = { words, locale, site, returnTo };
    ctx.status = 200;
    ctx.body = signedOutText(ctx, ctx.state.reader, expiredLinkTo({ site, account }));
  };
