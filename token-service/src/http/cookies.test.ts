import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { cookieOf } from './cookies.ts';

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
  const session = cookieOf({ name: 'session', path: '/account' });

  test('is for one path and no script, until the browser is closed', () => {
    const { ctx, sent } = request();
    session.keep(ctx, false, 'abc');
    expect(sent()).toEqual(['session=abc; path=/account; samesite=lax; httponly']);
  });

  test('has a name that only TLS may set, where browsers use TLS', () => {
    const { ctx, sent } = request();
    session.keep(ctx, true, 'abc');
    expect(sent()).toEqual(['__Secure-session=abc; path=/account; samesite=lax; secure; httponly']);
  });

  test.each([
    ['session=abc', false, 'abc'],
    ['session=abc', true, undefined],
    ['__Secure-session=abc', true, 'abc'],
    ['', true, undefined],
  ])('of %j is read, over TLS: %s', (header, secure, expected) => {
    expect(session.read(request(header).ctx, secure)).toBe(expected);
  });

  test('lasts some seconds, or ends at once', () => {
    const { ctx, sent } = request();
    cookieOf({ name: 'done', path: '/account', seconds: 60 }).keep(ctx, false, 'paid');
    session.forget(ctx, false);
    const [lasting, ended] = sent() as string[];
    const expires = Date.parse(/expires=([^;]+)/.exec(lasting ?? '')?.[1] ?? '');
    expect(Math.abs(expires - Date.now() - 60_000)).toBeLessThan(5_000);
    expect(ended).toBe('session=; path=/account; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; httponly');
  });
});
