import { accountWords } from '../../documents/messages/account-words.ts';
import { chosenLanguage } from '../../documents/messages/document-language.ts';
import type { Reader } from './visit.ts';

/** The languages that a customer can choose, in their own names. */
export const LANGUAGES: readonly (readonly [tag: string, name: string])[] = Object.keys(accountWords).map((tag) => {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return [tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
});

/**
 * Returns the first language that there are words for, in the order of the arguments; US English otherwise. Each is a
 * list such as an `Accept-Language` header.
 */
export const readerOf = (...preferences: readonly (string | null | undefined)[]): Reader => {
  const { language, locale } = chosenLanguage(preferences.filter((preference) => preference != null));
  return { words: accountWords[language], locale };
};
