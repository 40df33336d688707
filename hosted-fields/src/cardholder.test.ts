import { describe, expect, test } from 'vitest';
import { cardholder } from './cardholder.ts';

describe('a name leaves the frame', () => {
  test.each(['Ada Lovelace', 'Åsa Öberg-Nilsson', "Miles O'Brien 3rd", '山田 太郎', 'محمد علي', 'Flat 12345', 'X'])(
    '%s',
    (name) => {
      expect(cardholder(name)).toBe(name);
    },
  );

  test('shortened to a hundred characters', () => {
    expect(cardholder('a'.repeat(500))).toHaveLength(100);
  });
});

const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10, 0x1d7d8, 0x1d7ce];
const written = (zero: number, digits: string) =>
  [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');

describe('a value with six digits does not', () => {
  const separators = ['', ' ', '-', '.', ' / ', '\u00a0', '\u200b', 'x', ', '];
  test.each(separators)('separated by %j', (separator) => {
    for (const digits of ['411111', '4111111111111111', '378282246310005']) {
      expect(cardholder(`Ada ${[...digits].join(separator)}`)).toBeUndefined();
    }
  });

  test.each(zeros)('in the script whose zero is U+%i', (zero) => {
    expect(cardholder(`Ada ${written(zero, '411111')}`)).toBeUndefined();
    expect(cardholder(`Ada ${written(zero, '41111')}`)).toBeDefined();
  });

  test('circled, raised, or after the length that is passed on', () => {
    expect(cardholder('Ada ①②③④⑤⑥')).toBeUndefined();
    expect(cardholder('Ada ⁴¹¹¹¹¹')).toBeUndefined();
    expect(cardholder(`${'a'.repeat(200)}411111`)).toBeUndefined();
  });
});

test.each(['', ' ', '4', '41111', '123', '12/30', '12 / 30'])('%j, which has no letter, does not', (value) => {
  expect(cardholder(value)).toBeUndefined();
});
