import type { Page } from '../visit.ts';

const PATH = '/account';

/** Over HTTPS the prefix has browsers refuse a cookie that was set without encryption. */
const nameFor = (name: string, secure: boolean): string => (secure ? `__Secure-${name}` : name);

export const readCookie = (ctx: Page, name: string, secure: boolean): string | undefined =>
  ctx.cookies.get(nameFor(name, secure));

/**
 * Sets a cookie for `seconds`, or until the browser is closed. Its path keeps it from the XML API and the reference on
 * the same origin; without a `Domain` it is sent to this host only.
 */
export const setCookie = (
  ctx: Page,
  name: string,
  value: string,
  { secure, seconds }: { readonly secure: boolean; readonly seconds?: number },
): void => {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  const attributes = `Path=${PATH}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${age}`;
  ctx.append('Set-Cookie', `${nameFor(name, secure)}=${value}; ${attributes}`);
};
