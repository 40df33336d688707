import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { forgetCookie, readCookie, setCookie } from './cookies.ts';

/** The context of a request over plain HTTP, as a proxy that terminates TLS forwards it. */
const request = (cookie = '') => {
  const headers = new Map<string, unknown>();
  const ctx = new Koa().createContext(
    { headers: { cookie }, socket: {} } as never,
    {
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: unknown) => headers.set(name, value),
    } as never,
  );
  return { ctx, sent: () => headers.get('Set-Cookie') };
};

describe('a cookie', () => {
  test('is for one path and no script, until the browser is closed', () => {
    const { ctx, sent } = request();
    setCookie(ctx, 'session', 'abc', { path: '/account', secure: false });
    expect(sent()).toEqual(['session=abc; path=/account; samesite=lax; httponly']);
  });

  test('has a name that only TLS may set, where browsers use TLS', () => {
    const { ctx, sent } = request();
    setCookie(ctx, 'session', 'abc', { path: '/account', secure: true });
    expect(sent()).toEqual(['__Secure-session=abc; path=/account; samesite=lax; secure; httponly']);
  });

  test.each([
    ['session=abc', false, 'abc'],
    ['session=abc', true, undefined],
    ['__Secure-session=abc', true, 'abc'],
    ['', true, undefined],
  ])('of %j is read, over TLS: %s', (header, secure, expected) => {
    expect(readCookie(request(header).ctx, 'session', { path: '/account', secure })).toBe(expected);
  });

  test('lasts some seconds, or ends at once', () => {
    const { ctx, sent } = request();
    const scope = { path: '/account', secure: false };
    setCookie(ctx, 'done', 'paid', scope, 60);
    forgetCookie(ctx, 'session', scope);
    const [lasting, ended] = sent() as string[];
    const expires = Date.parse(/expires=([^;]+)/.exec(lasting ?? '')?.[1] ?? '');
    expect(Math.abs(expires - Date.now() - 60_000)).toBeLessThan(5_000);
    expect(ended).toBe('session=; path=/account; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; httponly');
  });
});
