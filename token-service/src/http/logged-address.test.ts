import { expect, test } from 'vitest';
import type { AddressForm } from '../runtime/settings/address-form.ts';
import { loggedAddress } from './logged-address.ts';

const key = Buffer.alloc(32, 7);

const logged = (form: AddressForm, address: string, { status = 401, declined = false, proxy = false } = {}) =>
  loggedAddress(
    form,
    key,
  )({
    status,
    state: { declined },
    app: { proxy },
    req: { socket: { remoteAddress: address }, headers: { 'x-forwarded-for': address } },
  } as unknown as Parameters<ReturnType<typeof loggedAddress>>[0]);

test.each([
  ['198.51.100.77', '198.51.100.0/24'],
  ['::ffff:198.51.100.77', '198.51.100.0/24'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['4111111111111111', undefined],
  ['', undefined],
])('of the address %s the log keeps %s', (address, expected) => {
  expect(logged('truncated', address, { proxy: true })).toBe(expected);
});

test('a hash is the same for the same address and another one for each key', () => {
  const hash = logged('hashed', '198.51.100.77');
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(logged('hashed', '::ffff:198.51.100.77')).toBe(hash);
  expect(logged('hashed', '198.51.100.78')).not.toBe(hash);
  const other = loggedAddress('hashed', Buffer.alloc(32, 8));
  const ctx = { status: 401, state: {}, app: {}, req: { socket: { remoteAddress: '198.51.100.77' } } };
  expect(other(ctx as unknown as Parameters<typeof other>[0])).not.toBe(hash);
});

test.each([
  [{ status: 401 }, true],
  [{ status: 403 }, true],
  [{ status: 429 }, true],
  [{ status: 422, declined: true }, true],
  [{ status: 422 }, false],
  [{ status: 200 }, false],
  [{ status: 404 }, false],
])('an answer of %j has an address in the log: %s', (answer, expected) => {
  expect(logged('truncated', '198.51.100.77', answer) !== undefined).toBe(expected);
  expect(logged('off', '198.51.100.77', answer)).toBeUndefined();
});
