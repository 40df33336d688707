import { expect, test } from 'vitest';
import { inTheClear } from './in-the-clear.ts';

const from = (remoteAddress: string, secure = false) => ({ secure, req: { socket: { remoteAddress } } }) as never;

test.each([
  ['another machine, plain HTTP', from('192.0.2.7'), null, true],
  ['another machine, TLS ended by a proxy that is trusted', from('192.0.2.7', true), null, false],
  ['another machine, an address that is HTTPS in front', from('192.0.2.7'), 'https://billing.example.com', false],
  ['another machine, an address that is plain HTTP in front', from('192.0.2.7'), 'http://billing.example.com', true],
  ['this machine', from('127.0.0.1'), null, false],
  ['this machine over IPv6', from('::1'), null, false],
  ['this machine, IPv4 in IPv6', from('::ffff:127.0.0.1'), null, false],
  ['another machine, IPv4 in IPv6', from('::ffff:192.0.2.7'), null, true],
])('a request of %s', (_, request, publicUrl, expected) => {
  expect(inTheClear(publicUrl)(request)).toBe(expected);
});
