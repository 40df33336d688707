import { createHmac } from 'node:crypto';
import type { Page } from '../visit.ts';

/**
 * The cookie of a session. Its path keeps it from the XML API and the reference on the same origin; without a `Domain`
 * it is sent to this host only. Over HTTPS its prefix has browsers refuse one that was set without encryption.
 */
const NAME = 'account_session';
const SECURE_NAME = `__Secure-${NAME}`;
const PATH = '/account';

const nameFor = (secure: boolean): string => (secure ? SECURE_NAME : NAME);

/** Returns the secret of the session that the browser sent. */
export const readSession = (ctx: Page, secure: boolean): string | undefined => ctx.cookies.get(nameFor(secure));

/**
 * Keeps a session in the browser until it is closed; the service ends it earlier. `Lax`, because a customer comes from
 * a link in a message: a stricter cookie would not be sent after the redirect.
 */
export const keepSession = (ctx: Page, secure: boolean, secret: string): void =>
  ctx.append('Set-Cookie', attributes(nameFor(secure), secret, secure));

export const forgetSession = (ctx: Page, secure: boolean): void =>
  ctx.append('Set-Cookie', `${attributes(nameFor(secure), '', secure)}; Max-Age=0`);

const attributes = (name: string, value: string, secure: boolean): string =>
  `${name}=${value}; Path=${PATH}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** What the forms of a session carry. It follows from the session's secret, and does not reveal it. */
export const formKeyOf = (secret: string): string =>
  createHmac('sha256', secret).update('account forms').digest('base64url');
