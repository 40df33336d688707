import type { AuthenticatorCipher } from '@service/billing/ports/operator-proofs.ts';
import { type TOTP, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { authenticatorCipher } from '../vault/authenticator-cipher.ts';
import { pooledRandomness } from '../vault/random.ts';
import { totpAuthenticators } from './authenticators.ts';

const ADA = { id: '01', email: 'ada@example.com' };
const NOW = Date.parse('2026-11-26T12:00:10Z');
const [KEY, NEW_KEY] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const cipher = (secretsKey: Buffer | null, previousSecretsKey: Buffer | null = null): AuthenticatorCipher =>
  authenticatorCipher({ secretsKey, previousSecretsKey }, pooledRandomness());

/** An app that has read the address. */
const appOf = (uri: string) => {
  const totp = URI.parse(uri) as TOTP;
  return (at: number): string => totp.generate({ timestamp: at });
};

test('an app that reads the address shows codes that belong to their time step', () => {
  const apps = totpAuthenticators(cipher(KEY), 'Billing');
  const { uri, secret, sealed } = apps.offer(ADA);
  expect(uri).toMatch(/^otpauth:\/\/totp\/Billing:ada%40example\.com\?issuer=Billing&secret=[A-Z2-7]{32}&/);
  expect(uri).toContain(secret);
  expect(sealed).not.toContain(secret);
  const code = appOf(uri);
  const step = Math.floor(NOW / 30_000);
  expect(apps.step(ADA.id, sealed, code(NOW), NOW)).toBe(step);
  expect(apps.step(ADA.id, sealed, ` ${code(NOW).slice(0, 3)} ${code(NOW).slice(3)}`, NOW)).toBe(step);
  expect(apps.step(ADA.id, sealed, code(NOW - 30_000), NOW)).toBe(step - 1);
  expect(apps.step(ADA.id, sealed, code(NOW + 30_000), NOW)).toBe(step + 1);
  for (const wrong of [code(NOW - 90_000), code(NOW + 90_000), '', '12345', 'abcdef'])
    expect(apps.step(ADA.id, sealed, wrong, NOW)).toBeUndefined();
});

test('the secret of RFC 6238 gives its code', () => {
  const sealed = cipher(KEY).seal(ADA.id, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') ?? '';
  expect(totpAuthenticators(cipher(KEY), 'Billing').step(ADA.id, sealed, '287082', 59_000)).toBe(1);
});

test('a secret is of use to its operator only, and only with the key', () => {
  const apps = totpAuthenticators(cipher(KEY), 'Billing');
  const { uri, sealed } = apps.offer(ADA);
  const code = appOf(uri)(NOW);
  expect(() => apps.step('02', sealed, code, NOW)).toThrow('authenticator_unreadable');
  expect(() => totpAuthenticators(cipher(NEW_KEY), 'B').step(ADA.id, sealed, code, NOW)).toThrow(
    'authenticator_unreadable',
  );
  expect(() => totpAuthenticators(cipher(null), 'B').offer(ADA)).toThrow('authenticator_needs_key');
});

test('a secret is encrypted anew after the key was rotated', () => {
  const { uri, sealed } = totpAuthenticators(cipher(KEY), 'Billing').offer(ADA);
  const rotated = totpAuthenticators(cipher(NEW_KEY, KEY), 'Billing');
  const renewed = rotated.renewed(ADA.id, sealed) ?? '';
  expect(totpAuthenticators(cipher(NEW_KEY), 'B').step(ADA.id, renewed, appOf(uri)(NOW), NOW)).toBeDefined();
  expect(rotated.renewed(ADA.id, renewed)).toBeUndefined();
});
