import { createHmac } from 'node:crypto';
import { type CookieScope, forgetCookie, readCookie, setCookie } from '../../../http/cookies.ts';
import type { AccountPage } from '../visit.ts';

const NAME = 'account_session';

/** Cookies of these pages are sent to no other surface of the origin. */
export const cookieScope = (secure: boolean): CookieScope => ({ path: '/account', secure });

/** Returns the secret of the session that the browser sent. */
export const readSession = (ctx: AccountPage, secure: boolean): string | undefined =>
  readCookie(ctx, NAME, cookieScope(secure));

/** Keeps a session in the browser until it is closed; the service ends it earlier. */
export const keepSession = (ctx: AccountPage, secure: boolean, secret: string): void =>
  setCookie(ctx, NAME, secret, cookieScope(secure));

export const forgetSession = (ctx: AccountPage, secure: boolean): void => forgetCookie(ctx, NAME, cookieScope(secure));

/** A session that waits for the customer to leave that of another account. */
const PENDING = 'account_pending';
const PENDING_SECONDS = 600;

export const readPending = (ctx: AccountPage, secure: boolean): string | undefined =>
  readCookie(ctx, PENDING, cookieScope(secure));

export const keepPending = (ctx: AccountPage, secure: boolean, secret: string): void =>
  setCookie(ctx, PENDING, secret, cookieScope(secure), PENDING_SECONDS);

export const forgetPending = (ctx: AccountPage, secure: boolean): void =>
  forgetCookie(ctx, PENDING, cookieScope(secure));

/** The account that was signed in last: a token that signs in no longer, but gets its customer another link by mail. */
const KNOWN = 'account_known';

export const readKnown = (ctx: AccountPage, secure: boolean): string | undefined =>
  readCookie(ctx, KNOWN, cookieScope(secure));

export const keepKnown = (ctx: AccountPage, secure: boolean, token: string): void =>
  setCookie(ctx, KNOWN, token, cookieScope(secure));

export const forgetKnown = (ctx: AccountPage, secure: boolean): void => forgetCookie(ctx, KNOWN, cookieScope(secure));

/** The page of the shop that the login link came from. It is checked again with each page. */
const RETURN = 'account_return';

export const readReturn = (ctx: AccountPage, secure: boolean): string | undefined => {
  const held = readCookie(ctx, RETURN, cookieScope(secure));
  try {
    return held && decodeURIComponent(held);
  } catch {
    return undefined;
  }
};

export const keepReturn = (ctx: AccountPage, secure: boolean, address: string): void =>
  setCookie(ctx, RETURN, encodeURIComponent(address), cookieScope(secure));

export const forgetReturn = (ctx: AccountPage, secure: boolean): void => forgetCookie(ctx, RETURN, cookieScope(secure));

/**
 * Returns the key that the forms of a session contain. It follows from the session's secret, and does not reveal it.
 */
export const formKeyOf = (secret: string): string =>
  createHmac('sha256', secret).update('account forms').digest('base64url');
