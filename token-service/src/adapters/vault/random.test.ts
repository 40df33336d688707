import { expect, test } from 'vitest';
import { pooledRandomness } from './random.ts';

test('no text is returned twice, across blocks of the pool', () => {
  const random = pooledRandomness(64);
  const texts = Array.from({ length: 1000 }, () => random.text(18));
  expect(new Set(texts).size).toBe(1000);
  expect(texts.every((text) => /^[\w-]{24}$/.test(text))).toBe(true);
});

test('every bit of a text is used: each of its characters takes all 64 values', () => {
  const random = pooledRandomness();
  const seen = Array.from({ length: 24 }, () => new Set<string>());
  for (let i = 0; i < 2000; i++) {
    for (const [place, letter] of [...random.text(18)].entries()) seen[place]?.add(letter);
  }
  expect(seen.map((letters) => letters.size)).toEqual(Array(24).fill(64));
});

test('bytes are written at the offset and nowhere else', () => {
  const target = Buffer.alloc(32);
  pooledRandomness().into(target, 8, 16);
  expect(target.subarray(0, 8)).toEqual(Buffer.alloc(8));
  expect(target.subarray(24)).toEqual(Buffer.alloc(8));
  expect(target.subarray(8, 24)).not.toEqual(Buffer.alloc(16));
});
