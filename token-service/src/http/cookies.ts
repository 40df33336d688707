import type { Seconds } from '@service/billing/values/time.ts';
import type { Context } from 'koa';

type Cookies = Pick<Context, 'cookies'>;

/** The addresses to which browsers send a cookie. */
export interface CookieScope {
  /** It keeps the cookie from the other surfaces of the origin. Without a `Domain` it is sent to this host only. */
  readonly path: string;
  /** Whether browsers reach the origin over TLS. */
  readonly secure: boolean;
}

/** Over HTTPS the prefix has browsers refuse a cookie that was set without encryption. */
const nameFor = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);

export const readCookie = ({ cookies }: Cookies, name: string, { secure }: CookieScope): string | undefined =>
  cookies.get(nameFor(name, secure));

/**
 * Sets a cookie for `seconds`, or until the browser is closed. `Lax`, because a customer comes from a link in a
 * message: a stricter cookie would not be sent after the redirect.
 */
export const setCookie = (
  { cookies }: Cookies,
  name: string,
  value: string,
  { path, secure }: CookieScope,
  seconds?: Seconds,
): void => {
  // A proxy may forward over plain HTTP: the public URL or the proxy says whether browsers use HTTPS.
  cookies.secure = secure;
  const age = seconds === undefined ? {} : { maxAge: seconds * 1000 };
  cookies.set(nameFor(name, secure), value, { path, secure, httpOnly: true, sameSite: 'lax', ...age });
};

export const forgetCookie = (ctx: Cookies, name: string, scope: CookieScope): void => setCookie(ctx, name, '', scope);
