import { expect, it } from 'vitest';
import { accountWordsByLanguage } from '../../documents/messages/account-words.ts';
import { PAGE_LANGUAGES, readerOf } from './language.ts';
import { shell } from './parts/shell.ts';

it('offers each language once, in its own name', () => {
  expect(PAGE_LANGUAGES).toHaveLength(Object.keys(accountWordsByLanguage).length);
  const names = new Map(PAGE_LANGUAGES);
  expect(['nb', 'pt-BR', 'zh-Hans', 'zh-Hant', 'he'].map((tag) => names.get(tag))).toEqual([
    'Norsk bokmål',
    'Português (Brasil)',
    '简体中文',
    '繁體中文',
    'עברית',
  ]);
  expect(new Set(names.values()).size).toBe(PAGE_LANGUAGES.length);
});

it.each([
  ['ar-EG', 'ar-EG', 'rtl'],
  ['iw', 'he', 'rtl'],
  ['zh-HK', 'zh-Hant-HK', 'ltr'],
  ['no', 'nb', 'ltr'],
])('a page for a reader of %s has the language %s and the direction %s', (asked, language, direction) => {
  const reader = readerOf(undefined, asked);
  expect(shell(reader, { title: reader.words.title }, [])).toContain(`<html lang="${language}" dir="${direction}">`);
});
