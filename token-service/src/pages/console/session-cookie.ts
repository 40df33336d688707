import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CookieScope, forgetCookie, readCookie, setCookie } from '../../http/cookies.ts';
import type { ConsolePage } from './visit.ts';

const NAME = 'console_session';
/** The site that was looked at last. */
const LAST_SITE = 'console_site';
const YEAR = 365 * 86_400;

const scopeOf = (secure: boolean): CookieScope => ({ path: '/', secure });

export const readOperatorSession = (ctx: ConsolePage, secure: boolean): string | undefined =>
  readCookie(ctx, NAME, scopeOf(secure));

/** Keeps a session in the browser until it is closed; the service ends it earlier. */
export const keepOperatorSession = (ctx: ConsolePage, secure: boolean, secret: string): void =>
  setCookie(ctx, NAME, secret, scopeOf(secure));

export const forgetOperatorSession = (ctx: ConsolePage, secure: boolean): void =>
  forgetCookie(ctx, NAME, scopeOf(secure));

export const readLastSite = (ctx: ConsolePage, secure: boolean): string | undefined =>
  readCookie(ctx, LAST_SITE, scopeOf(secure));

export const keepLastSite = (ctx: ConsolePage, secure: boolean, subdomain: string): void =>
  setCookie(ctx, LAST_SITE, subdomain, scopeOf(secure), YEAR);

const NONCE_LENGTH = 16;

const keyFor = (secret: string, nonce: string): string =>
  createHmac('sha256', secret).update(`console form\n${nonce}`).digest('base64url');

/**
 * Returns the key that a form of a session contains. Each has a nonce of its own, so that the size of compressed pages
 * reveals nothing about it.
 */
export const newFormKey = (secret: string, nonce: string): string => `${nonce}.${keyFor(secret, nonce)}`;

/** Whether a page of this session contained the key. */
export const isFormKey = (secret: string, presented: string): boolean => {
  const nonce = presented.slice(0, NONCE_LENGTH);
  const [one, other] = [Buffer.from(presented), Buffer.from(newFormKey(secret, nonce))];
  return one.length === other.length && timingSafeEqual(one, other);
};

export const FORM_NONCE_LENGTH = NONCE_LENGTH;
