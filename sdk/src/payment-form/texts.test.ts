import { expect, test } from 'vitest';
import { LANGUAGE_TAGS, languageOf, TEXT_NAMES, textsIn } from './texts.ts';

test.each(LANGUAGE_TAGS)('%s has every text, once', (language) => {
  const texts = textsIn(language);
  expect(Object.keys(texts)).toEqual(TEXT_NAMES);
  expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([]);
});

test('each language has as many texts as there are names', () => {
  expect(LANGUAGE_TAGS).toHaveLength(7);
  const more = LANGUAGE_TAGS.filter((language) => textsIn(language).canceled?.includes('|'));
  expect(more).toEqual([]);
});

test('the language is the first one that the form has, else English', () => {
  expect(languageOf(['sv-SE', 'pt-BR', 'de'])).toBe('pt');
  expect(languageOf(['constructor'])).toBe('en');
  expect(languageOf([])).toBe('en');
});

test("a page's own texts win", () => {
  expect(textsIn('de', { number: 'Nummer' })).toMatchObject({ number: 'Nummer', expiry: 'Gültig bis' });
});
