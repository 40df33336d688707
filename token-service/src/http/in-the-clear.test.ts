import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { inTheClear } from './in-the-clear.ts';

/** A request as Koa sees it, of an app that trusts its proxy or not. */
const request = (proxy: boolean, remoteAddress: string, headers: Record<string, string> = {}) => {
  const app = new Koa({ proxy, maxIpsCount: 1 });
  return app.createContext({ headers, socket: { remoteAddress } } as never, {} as never);
};

describe('without a trusted proxy', () => {
  const from = (address: string, headers?: Record<string, string>) => request(false, address, headers);

  test.each([
    ['another machine', from('192.0.2.7'), null, true],
    ['another machine that claims HTTPS', from('192.0.2.7', { 'x-forwarded-proto': 'https' }), null, true],
    ['another machine, public address HTTPS', from('192.0.2.7'), 'https://billing.example.com', false],
    ['another machine, public address HTTP', from('192.0.2.7'), 'http://billing.example.com', true],
    ['this machine', from('127.0.0.1'), null, false],
    ['this machine over IPv6', from('::1'), null, false],
    ['this machine, IPv4 on an IPv6 socket', from('::ffff:127.0.0.1'), null, false],
    ['another machine, IPv4 on an IPv6 socket', from('::ffff:192.0.2.7'), null, true],
  ])('%s', (_, ctx, publicUrl, expected) => {
    expect(inTheClear(publicUrl)(ctx)).toBe(expected);
  });
});

describe('behind a trusted proxy on this machine', () => {
  const forwarded = (proto?: string, address?: string) =>
    request(true, '127.0.0.1', {
      ...(proto && { 'x-forwarded-proto': proto }),
      ...(address && { 'x-forwarded-for': address }),
    });
  const ours = 'https://billing.example.com';

  test.each([
    ['a client over HTTPS', forwarded('https', '203.0.113.9'), null, false],
    ['HTTPS without an address', forwarded('https'), null, false],
    ['a client over HTTP', forwarded('http', '203.0.113.9'), null, true],
    ['a client over HTTP, public address HTTPS', forwarded('http', '203.0.113.9'), ours, true],
    ['a client over HTTP that claims to be this machine', forwarded('http', '127.0.0.1, 203.0.113.9'), null, true],
    ['HTTP without an address', forwarded('http'), ours, true],
    ['an address without a protocol', forwarded(undefined, '203.0.113.9'), ours, true],
    ['neither header', forwarded(), ours, true],
    ['a program of this machine, through the proxy', forwarded('http', '127.0.0.1'), null, false],
    ['a program of this machine, with its port', forwarded('http', '127.0.0.1:4711'), null, false],
    ['a program of this machine over IPv6, with its port', forwarded('http', '[::1]:4711'), null, false],
    ['a client over HTTP, with its port', forwarded('http', '203.0.113.9:4711'), null, true],
    ['a program of this machine over IPv6, through the proxy', forwarded('http', '::1'), null, false],
  ])('%s', (_, ctx, publicUrl, expected) => {
    expect(inTheClear(publicUrl)(ctx)).toBe(expected);
  });
});
