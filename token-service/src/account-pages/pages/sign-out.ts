import { Refused } from '../steps/failures.ts';
import { forgetSession } from '../steps/session-cookie.ts';
import { type Page, type Step, visitOf } from '../visit.ts';

/** Ends the session, here and in the browser. */
export const signOut = (closeSession: (secret: string) => Promise<void>, isSecure: (ctx: Page) => boolean): Step =>
  async function signOut(ctx) {
    await closeSession(visitOf(ctx).secret);
    forgetSession(ctx, isSecure(ctx));
    delete ctx.state.visit;
    throw new Refused('signedOut');
  };
