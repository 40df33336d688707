import { describe, expect, test } from 'vitest';
import { originOf, readFrameAddress, writeAddress } from './protocol.ts';

const address = { protocol: 1, type: 'cvv', group: 'a1b2', origin: 'https://shop.example:8443' } as const;

test('an address is read as it was written', () => {
  expect(readFrameAddress(`#${writeAddress(address)}`)).toEqual(address);
});

describe('an invalid address', () => {
  test.each([
    ['empty', ''],
    ['of an unknown field', writeAddress({ ...address, type: 'pin' as never })],
    ['without a group', writeAddress({ ...address, group: '' })],
    ['of any origin', writeAddress({ ...address, origin: '*' })],
    ['of no origin', writeAddress({ ...address, origin: 'null' })],
    ['with a path', writeAddress({ ...address, origin: 'https://shop.example/checkout' })],
    ['with a default port', writeAddress({ ...address, origin: 'https://shop.example:443' })],
  ])('%s', (_, fragment) => {
    expect(readFrameAddress(fragment)).toBeUndefined();
  });
});

test.each([
  ['https://shop.example:443/x?y#z', 'https://shop.example'],
  ['http://localhost:3001/js/v1', 'http://localhost:3001'],
  ['file:///checkout.html', undefined],
  ['javascript:alert(1)', undefined],
  ['/js/v1', undefined],
])('the origin of %s is %s', (url, origin) => {
  expect(originOf(url)).toBe(origin);
});
