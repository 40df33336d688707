import { messagePage, readerFor } from '../steps/failures.ts';
import { forgetSession } from '../steps/session-cookie.ts';
import { type Page, type Step, visitOf } from '../visit.ts';

/** Ends the session, here and in the browser. */
export const signOut = (closeSession: (secret: string) => Promise<void>, isSecure: (ctx: Page) => boolean): Step =>
  async function signOut(ctx) {
    await closeSession(visitOf(ctx).secret);
    forgetSession(ctx, isSecure(ctx));
    delete ctx.state.visit;
    const { pages } = readerFor(ctx).words;
    ctx.status = 200;
    ctx.body = messagePage(ctx, false, pages.signedOutTitle, pages.signedOut);
  };
