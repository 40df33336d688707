import { expect, it } from 'vitest';
import { documentLocale } from './locale.ts';

it.each([
  ['', 'en-US'],
  ['fr', 'fr'],
  ['en-GB', 'en-GB'],
  ['de-CH;q=0.8, fr-CA', 'fr-CA'],
  ['French', 'fr'],
  ['ja, de;q=0.5', 'de'],
  ['ar', 'en-US'],
  ['*', 'en-US'],
  ['not a tag', 'en-US'],
])('%j is written as %s', (header, locale) => {
  expect(documentLocale(header)).toBe(locale);
});
