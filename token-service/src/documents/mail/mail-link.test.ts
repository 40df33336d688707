import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAccount, id } from '../../adapters/storage/testing/samples.ts';
import { mailLink, readMailLink } from './mail-link.ts';

const UNTIL = 1_800_000_000;
const account = anAccount(1, {
  email: 'ada@example.com',
  email_changed_at_ms: null,
  hosted_login_token: 'x'.repeat(32),
});
const token = mailLink(id(7), account, UNTIL);

describe('a link in mail', () => {
  it('names its account and its end, and fits the account it was written for', () => {
    const link = readMailLink(token);
    expect(link).toMatchObject({ site_id: id(7), account_id: account.id, expires_at: UNTIL });
    expect(link?.isOf(account)).toBe(true);
    expect(link?.isOf({ ...account, email: 'ADA@example.com' })).toBe(true);
  });

  it.each([
    ['another email address', { email: 'eve@example.com' }],
    ['none', { email: null }],
    ['an address that was replaced meanwhile, and put back', { email_changed_at_ms: 1 }],
    ['a new login token', { hosted_login_token: 'y'.repeat(32) }],
    ['a login token that is missing', { hosted_login_token: '' }],
  ])('does not fit the account with %s', (_, changes) => {
    expect(readMailLink(token)?.isOf({ ...account, ...changes })).toBe(false);
  });

  it('does not fit when any character of it is another', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        const forged = token.slice(0, at) + character + token.slice(at + 1);
        const link = readMailLink(forged);
        // The last character has bits that say nothing.
        if (forged === token || Buffer.from(forged, 'base64url').equals(Buffer.from(token, 'base64url'))) return;
        expect(link?.isOf(account)).toBe(false);
      }),
    );
  });

  it('is nothing else than such a token', () => {
    for (const other of ['', 'x'.repeat(32), token.slice(1), `${token}A`, `${token.slice(1)}=`, 'é'.repeat(70)]) {
      expect(readMailLink(other)).toBeUndefined();
    }
  });
});
