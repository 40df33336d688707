import { describe, expect, test } from 'vitest';
import { isLoopbackAddress, isPublic } from './public-address.ts';

describe('public addresses', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
  ])('%s', (address) => expect(isPublic(address)).toBe(true));
});

describe('addresses that no delivery in production connects to', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.254'],
    ['private', '192.168.1.1'],
    ['shared by a provider', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, with the metadata of clouds', '169.254.169.254'],
    ['benchmarks', '198.18.0.1'],
    ['documentation', '203.0.113.5'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['mapped private, in hexadecimal', '::ffff:a00:1'],
    ['mapped public', '::ffff:8.8.8.8'],
    ['compatible', '::8.8.8.8'],
    ['translated', '64:ff9b::10.0.0.1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['Teredo', '2001:0:1::1'],
    ['6to4 to a private address', '2002:a00:1::1'],
    ['no address', 'localhost'],
    ['no address', ''],
  ])('%s: %s', (_what, address) => expect(isPublic(address)).toBe(false));
});

test('this machine only, also mapped into IPv6', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']) {
    expect(isLoopbackAddress(address), address).toBe(true);
  }
  for (const address of ['10.0.0.1', '::', '::ffff:10.0.0.1', '128.0.0.1', 'localhost']) {
    expect(isLoopbackAddress(address), address).toBe(false);
  }
});
