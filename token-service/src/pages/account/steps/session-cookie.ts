import { createHmac } from 'node:crypto';
import type { Page } from '../visit.ts';
import { readCookie, setCookie } from './cookies.ts';

const NAME = 'account_session';

/** Returns the secret of the session that the browser sent. */
export const readSession = (ctx: Page, secure: boolean): string | undefined => readCookie(ctx, NAME, secure);

/**
 * Keeps a session in the browser until it is closed; the service ends it earlier. `Lax`, because a customer comes from
 * a link in a message: a stricter cookie would not be sent after the redirect.
 */
export const keepSession = (ctx: Page, secure: boolean, secret: string): void =>
  setCookie(ctx, NAME, secret, { secure });

/** A session that waits for the customer to leave that of another account. */
const PENDING = 'account_pending';
const PENDING_SECONDS = 600;

export const readPending = (ctx: Page, secure: boolean): string | undefined => readCookie(ctx, PENDING, secure);

export const keepPending = (ctx: Page, secure: boolean, secret: string): void =>
  setCookie(ctx, PENDING, secret, { secure, seconds: PENDING_SECONDS });

export const forgetPending = (ctx: Page, secure: boolean): void => setCookie(ctx, PENDING, '', { secure, seconds: 0 });

export const forgetSession = (ctx: Page, secure: boolean): void => setCookie(ctx, NAME, '', { secure, seconds: 0 });

/** What the forms of a session carry. It follows from the session's secret, and does not reveal it. */
export const formKeyOf = (secret: string): string =>
  createHmac('sha256', secret).update('account forms').digest('base64url');
