import { messagePage } from '../steps/failures.ts';
import { forgetSession } from '../steps/session-cookie.ts';
import { type Page, type Step, visitOf } from '../visit.ts';

/** Ends the session, here and in the browser. */
export const signOut = (closeSession: (secret: string) => Promise<void>, isSecure: (ctx: Page) => boolean): Step =>
  async function signOut(ctx) {
    const { secret, site, words, locale } = visitOf(ctx);
    await closeSession(secret);
    forgetSession(ctx, isSecure(ctx));
    // The customer has left; the language and the merchant of the page stay.
    delete ctx.state.visit;
    ctx.state.reader = { words, locale, site };
    const { pages } = words;
    ctx.status = 200;
    ctx.body = messagePage(ctx, false, pages.signedOutTitle, pages.signedOut);
  };
