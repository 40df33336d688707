import { cookieOf } from '../../../http/cookies.ts';
import type { AccountPage } from '../visit.ts';

/** They are sent to no other surface of the origin. */
const path = '/account';

/** The secret of the customer's session, until the browser is closed; the service ends it earlier. */
export const sessionCookie = cookieOf({ name: 'account_session', path });

/** The secret of a session that waits for the customer to leave that of another account. */
export const pendingCookie = cookieOf({ name: 'account_pending', path, seconds: 600 });

/** The account that was signed in last: a token that signs in no longer, but gets its customer another link by mail. */
export const knownCookie = cookieOf({ name: 'account_known', path });

/** The page of the shop that the login link came from, as a part of a URL. */
export const returnCookie = cookieOf({ name: 'account_return', path });

/** Returns the page of the shop that the login link came from. It is checked again with each page. */
export const readReturn = (ctx: AccountPage, secure: boolean): string | undefined => {
  const held = returnCookie.read(ctx, secure);
  try {
    return held && decodeURIComponent(held);
  } catch {
    return undefined;
  }
};

/**
 * The outcome of a form, by a name that says nothing else. It carries it from the URL to the overview, which removes
 * it: so a reload does not show it again.
 */
export const doneCookie = cookieOf({ name: 'account_done', path, seconds: 60 });
