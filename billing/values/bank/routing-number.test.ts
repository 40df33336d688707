import { expect, test } from 'vitest';
import { isRoutingNumber } from './routing-number.ts';

test.each([
  ['123456780', true], // 3 (1+4+7) + 7 (2+5+8) + (3+6+0) = 36 + 105 + 9 = 150
  ['021000021', true], // 28 + 2 = 30
  ['123456789', false], // 159
  ['000000000', false],
  ['12345678', false],
  ['1234567800', false],
  ['12345678O', false],
  ['', false],
])('the routing number %j: %s', (written, expected) => {
  expect(isRoutingNumber(written)).toBe(expected);
});
