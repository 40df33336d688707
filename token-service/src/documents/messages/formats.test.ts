import type { Seconds } from '@service/billing/values/time.ts';
import { expect, it } from 'vitest';
import { formatsFor } from './formats.ts';

// 2026-03-01, noon.
const NOON = 1_772_366_400 as Seconds;

it.each([
  ['en-US', '−$1,234.50', 'March 1, 2026'],
  ['pt-BR', '−US$\u00a01.234,50', '1º de março de 2026'],
  ['pt-PT', '−1234,50\u00a0US$', '1 de março de 2026'],
  ['fr-CA', '−1\u00a0234,50\u00a0$\u00a0US', '1er mars 2026'],
  ['ja', '−$1,234.50', '2026年3月1日'],
  ['zh-Hant-TW', '−US$1,234.50', '2026年3月1日'],
  ['pl', '−1234,50\u00a0USD', '1 marca 2026'],
  // In one piece from left to right.
  ['ar', '\u2066−1,234.50\u00a0US$\u2069', '1 مارس 2026'],
  ['he-IL', '\u2066−1,234.50\u00a0$\u2069', '1 במרץ 2026'],
  // Neither Arabic digits nor the Islamic calendar.
  ['ar-SA', '\u2066−1,234.50\u00a0US$\u2069', '1 مارس 2026'],
])('writes amounts and dates in %s: %s, %s', (locale, amount, date) => {
  const formats = formatsFor(locale, 'USD', 'UTC');
  expect([formats.money(-123450), formats.date(NOON)]).toEqual([amount, date]);
});
