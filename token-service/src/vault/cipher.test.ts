import { describe, expect, test } from 'vitest';
import { aesGcm, tokenKey } from './cipher.ts';
import { pooledRandomness } from './random.ts';

const random = pooledRandomness();
const plain = Buffer.from('4111111111111111');
const key = tokenKey(random);

describe('what is sealed', () => {
  const cipher = aesGcm(key, random);

  test('opens for its owner', () => {
    expect(cipher.open(cipher.seal(plain, 'site/token'), 'site/token')).toEqual(plain);
  });

  test('says nothing of what is in it, and never looks the same', () => {
    const [one, two] = [cipher.seal(plain, 'site/token'), cipher.seal(plain, 'site/token')];
    expect(one.includes(plain)).toBe(false);
    expect(one).not.toEqual(two);
  });

  test('stays shut for another owner, another key, and after any changed byte', () => {
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

test('every process that keeps its tokens to itself has a key of its own', () => {
  expect(tokenKey(random)).toHaveLength(32);
  expect(tokenKey(random)).not.toEqual(key);
});
