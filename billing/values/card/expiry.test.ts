import { describe, expect, test } from 'vitest';
import { isExpiry, isExpiryYear, parseMonth, parseYear } from './expiry.ts';

const now = { year: 2026, month: 3 };

describe('an expiry, asked in March 2026', () => {
  test.each([
    ['3', '26', true],
    ['03', '2026', true],
    [' 3 ', ' 26 ', true],
    [12, 2030, true],
    ['12', '2076', true],
    ['1', '2077', false],
    ['2', '26', false],
    ['12', '25', false],
    ['0', '30', false],
    ['13', '30', false],
    ['', '30', false],
    ['ab', '30', false],
    ['3', '', false],
    ['3', '203', false],
    ['3', '9999', false],
    ['1.5', '2030', false],
  ])('%j / %j: %s', (month, year, expected) => {
    expect(isExpiry(month, year, now)).toBe(expected);
  });

  test('a calendar date can be passed as it is', () => {
    expect(isExpiry('2', '2028', Temporal.PlainDate.from('2028-02-29'))).toBe(true);
    expect(isExpiry('2', '2028', Temporal.PlainDate.from('2028-03-01'))).toBe(false);
  });
});

test.each([
  ['1', 1],
  ['01', 1],
  [12, 12],
  ['001', undefined],
  ['00', undefined],
  ['1e0', undefined],
])('the month %j is %s', (written, expected) => {
  expect(parseMonth(written)).toBe(expected);
});

test.each([
  ['26', 2026],
  ['2026', 2026],
  ['6', undefined],
  ['-26', undefined],
])('the year %j is %s', (written, expected) => {
  expect(parseYear(written)).toBe(expected);
});

test('a year alone is judged without its month', () => {
  expect(isExpiryYear('26', now)).toBe(true);
  expect(isExpiryYear('25', now)).toBe(false);
});
