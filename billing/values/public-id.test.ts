import { expect, test } from 'vitest';
import { publicId } from './public-id.ts';

test('an id has twelve letters and digits of the random part of a UUID', () => {
  // Of the last 64 bits, 62 count: 0x24 is 36, which is 10 in base 36, and 2^62 - 1 is z1ci99jj7473.
  expect(publicId('0190b6a4c0de7abc8000000000000000')).toBe('000000000000');
  expect(publicId('0190b6a4c0de7abc8000000000000024')).toBe('000000000010');
  expect(publicId('0190b6a4c0de7abcbfffffffffffffff')).toBe('z1ci99jj7473');
});
