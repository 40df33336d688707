import { inspect } from 'node:util';
import { Secret } from '@service/billing/values/secret.ts';
import { describe, expect, test } from 'vitest';
import { tokenKey } from './cipher.ts';
import { credentialCipher } from './credential-cipher.ts';
import { pooledRandomness } from './random.ts';

const random = pooledRandomness();
const [old, fresh] = [tokenKey(random), tokenKey(random)];
const withKeys = (secretsKey: Buffer | null, previousSecretsKey: Buffer | null = null) =>
  credentialCipher({ secretsKey, previousSecretsKey }, random);

const owner = { site_id: 'site-1', code: 'main' };
const credentials = { secret_key: new Secret('sk_live_geheim'), webhook_secret: new Secret('wh_“ü”') };
const plain = (opened: ReturnType<ReturnType<typeof withKeys>['open']>) =>
  opened && Object.fromEntries(Object.entries(opened.credentials).map(([name, secret]) => [name, secret.reveal()]));

describe('sealed credentials', () => {
  test('open for their account, and print nothing', () => {
    const sealed = withKeys(old).seal(owner, credentials);
    const opened = withKeys(old).open(owner, sealed);
    expect(plain(opened)).toEqual({ secret_key: 'sk_live_geheim', webhook_secret: 'wh_“ü”' });
    expect(opened?.isCurrent).toBe(true);
    expect(inspect(opened, { depth: 9 }) + JSON.stringify(opened)).not.toContain('geheim');
    expect(sealed).not.toContain('sk_live');
    expect(Buffer.from(sealed, 'base64').includes('geheim')).toBe(false);
    expect(withKeys(old).seal(owner, credentials)).not.toBe(sealed);
  });

  test('do not open for another site or code, so rows cannot be swapped', () => {
    const sealed = withKeys(old).seal(owner, credentials);
    expect(withKeys(old).open({ ...owner, site_id: 'site-2' }, sealed)).toBeUndefined();
    expect(withKeys(old).open({ ...owner, code: 'other' }, sealed)).toBeUndefined();
  });

  test('do not open with another key, without one, or after any changed byte', () => {
    const sealed = withKeys(old).seal(owner, credentials);
    expect(withKeys(fresh).open(owner, sealed)).toBeUndefined();
    expect(withKeys(null).open(owner, sealed)).toBeUndefined();
    const bytes = Buffer.from(sealed, 'base64');
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(withKeys(old).open(owner, changed.toString('base64'))).toBeUndefined();
    }
    for (const text of ['', 'short', sealed.slice(0, 20), 'not base64 at all!']) {
      expect(withKeys(old).open(owner, text)).toBeUndefined();
    }
  });

  test('open with the previous key while it is rotated, and are sealed with the new one', () => {
    const before = withKeys(old).seal(owner, credentials);
    const both = withKeys(fresh, old);
    const opened = both.open(owner, before);
    expect(plain(opened)).toMatchObject({ secret_key: 'sk_live_geheim' });
    expect(opened?.isCurrent).toBe(false);
    const after = both.seal(owner, opened?.credentials ?? {});
    expect(both.open(owner, after)?.isCurrent).toBe(true);
    expect(plain(withKeys(fresh).open(owner, after))).toEqual(plain(opened));
    expect(withKeys(old).open(owner, after)).toBeUndefined();
  });
});

test('nothing is sealed without a key', () => {
  expect(() => withKeys(null).seal(owner, credentials)).toThrow(/^SECRETS_KEY is not set/);
});
