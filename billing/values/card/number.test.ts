import { describe, expect, test } from 'vitest';
import { passesLuhn } from './luhn.ts';
import { isCardNumber, normaliseNumber, truncate } from './number.ts';

describe('a card number', () => {
  test.each([
    ['4111-1111-1111-1111', true],
    ['4111 1111 1111 1111', true],
    ['4111111111111111', true],
    ['4222222222222', true],
    ['6304000000000000', true],
    ['4111111111111112', false],
    ['0000000000000000', false],
    ['', false],
    ['abc', false],
    ['411111111111111a', false],
    ['4111.1111.1111.1111', false],
    ['18', false],
    ['42222222224', false],
    ['41111111111111111111', false],
  ])('%j: %s', (written, expected) => {
    expect(isCardNumber(written)).toBe(expected);
  });

  test('is written without its spaces and dashes, and keeps what makes it wrong', () => {
    expect(normaliseNumber(' 4111 1111-1111x1111 ')).toBe('411111111111x1111');
  });
});

test.each([
  ['79927398713', true],
  ['79927398710', false],
  ['0', false],
  ['', false],
  ['-18', false],
])('the mod-10 check of %j: %s', (digits, expected) => {
  expect(passesLuhn(digits)).toBe(expected);
});

test.each([
  ['4111 1111 1111 1234', { firstSix: '411111', lastFour: '1234' }],
  ['30569309025904', { firstSix: '305693', lastFour: '5904' }],
  ['4222222221234', { firstSix: '42', lastFour: '1234' }],
  ['411111111234', { firstSix: '41', lastFour: '1234' }],
  ['41111111123', { firstSix: '', lastFour: '' }],
  ['', { firstSix: '', lastFour: '' }],
])('what may be shown of %j', (written, expected) => {
  expect(truncate(written)).toEqual(expected);
});
