import type { Seconds } from '@service/billing/values/time.ts';
import type { Context } from 'koa';

type Cookies = Pick<Context, 'cookies'>;

/** A value that a browser holds for the service. `secure`: whether browsers reach the origin over TLS. */
export interface Cookie {
  /** Returns the value that the browser sent. */
  readonly read: (ctx: Cookies, secure: boolean) => string | undefined;
  readonly keep: (ctx: Cookies, secure: boolean, value: string) => void;
  readonly forget: (ctx: Cookies, secure: boolean) => void;
}

export interface CookieTerms {
  readonly name: string;
  /** It keeps the cookie from the other surfaces of the origin. Without a `Domain` it is sent to this host only. */
  readonly path: string;
  /** The time for which browsers keep it; without it, until they are closed. */
  readonly seconds?: Seconds;
}

/**
 * Returns a cookie that no script reads. `Lax`, because a customer comes from a link in a message: a stricter cookie
 * would not be sent after the redirect.
 */
export const cookieOf = ({ name, path, seconds }: CookieTerms): Cookie => {
  /** Over HTTPS the prefix has browsers refuse a cookie that was set without encryption. */
  const nameFor = (secure: boolean): string => (secure ? `__Secure-${name}` : name);
  const set = ({ cookies }: Cookies, secure: boolean, value: string, maxAge?: number): void => {
    // A proxy may forward over plain HTTP: the public URL or the proxy says whether browsers use HTTPS.
    cookies.secure = secure;
    cookies.set(nameFor(secure), value, { path, secure, httpOnly: true, sameSite: 'lax', maxAge });
  };
  return {
    read: ({ cookies }, secure) => cookies.get(nameFor(secure)),
    keep: (ctx, secure, value) => set(ctx, secure, value, seconds === undefined ? undefined : seconds * 1000),
    forget: (ctx, secure) => set(ctx, secure, ''),
  };
};
