import { describe, expect, test } from 'vitest';
import { aesGcm, tokenKey } from './cipher.ts';
import { pooledRandomness } from './random.ts';

const random = pooledRandomness();
const plain = Buffer.from('4111111111111111');
const key = tokenKey(random);

describe('encrypted bytes', () => {
  const cipher = aesGcm(key, random);

  test('are decrypted for their owner', () => {
    expect(cipher.open(cipher.seal(plain, 'site/token'), 'site/token')).toEqual(plain);
  });

  test('reveal nothing of the plain bytes, and differ each time', () => {
    const [one, two] = [cipher.seal(plain, 'site/token'), cipher.seal(plain, 'site/token')];
    expect(one.includes(plain)).toBe(false);
    expect(one).not.toEqual(two);
  });

  test('cannot be decrypted for another owner, with another key, or after any change', () => {
    const sealed = cipher.seal(plain, 'site/token');
    expect(cipher.open(sealed, 'other/token')).toBeUndefined();
    expect(aesGcm(tokenKey(random), random).open(sealed, 'site/token')).toBeUndefined();
    for (let place = 0; place < sealed.length; place++) {
      const changed = Buffer.from(sealed);
      changed[place] = changed[place]! ^ 1;
      expect(cipher.open(changed, 'site/token')).toBeUndefined();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(cipher.open(sealed.subarray(0, length), 'site/token')).toBeUndefined();
    }
  });
});

test('every process that does not share its tokens has a key of its own', () => {
  expect(tokenKey(random)).toHaveLength(32);
  expect(tokenKey(random)).not.toEqual(key);
});
