import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const SOCKET = '192.0.2.1';
const addressBehind = (header: string | undefined, proxy = true): string =>
  clientAddress({
    app: { proxy },
    req: { socket: { remoteAddress: SOCKET }, headers: header === undefined ? {} : { 'x-forwarded-for': header } },
  } as unknown as Parameters<typeof clientAddress>[0]);

describe('the address of a client behind a trusted proxy', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['198.51.100.9, 203.0.113.7:4711', '203.0.113.7'],
    ['198.51.100.9,[2001:db8::7]:4711', '2001:db8::7'],
    ['1,'.repeat(8_000), SOCKET],
    ['x'.repeat(16_000), 'x'.repeat(64)],
    ['', SOCKET],
    [undefined, SOCKET],
  ])('in %.40s', (header, expected) => {
    expect(addressBehind(header)).toBe(expected);
  });

  test('is that of the connection where no proxy is trusted', () => {
    expect(addressBehind('203.0.113.7', false)).toBe(SOCKET);
  });
});
