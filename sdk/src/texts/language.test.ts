import { expect, test } from 'vitest';
import { chooseLanguage, languageOf } from './language.ts';

const KNOWN = ['en', 'he', 'nb', 'pt', 'pt-BR', 'zh-Hans', 'zh-Hant'] as const;

test.each([
  ['pt', 'pt'],
  ['pt-PT', 'pt'],
  ['pt-AO', 'pt'],
  ['pt-BR', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-Hant-US', 'zh-Hant'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['nb', 'nb'],
  ['iw', 'he'],
  ['he-IL', 'he'],
  ['en-GB', 'en'],
  ['sv', undefined],
  ['', undefined],
  ['*', undefined],
  ['constructor', undefined],
])('%j is %s', (tag, language) => {
  expect(chooseLanguage([tag], KNOWN)).toBe(language);
});

test('the first of the wanted languages that is known is chosen, else English', () => {
  expect(chooseLanguage(['fi', 'no', 'pt'], KNOWN)).toBe('nb');
  expect(languageOf(['xx-YY', 'de-AT', 'fr'])).toBe('de');
  expect(languageOf([])).toBe('en');
});
