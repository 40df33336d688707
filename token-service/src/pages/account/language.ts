import type { Site } from '@service/billing/resources/site.ts';
import { accountWordsByLanguage } from '../../documents/messages/account-words.ts';
import { chosenLanguage, ownWordsOf, WORDS_LANGUAGES as TAGS } from '../../documents/messages/document-language.ts';
import type { Reader } from './visit.ts';

/** The languages that a customer can choose, in their own names and the order of these. */
export const PAGE_LANGUAGES: readonly (readonly [tag: string, name: string])[] = TAGS.map((tag): [string, string] => {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return [tag, name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)];
}).sort(([, a], [, b]) => new Intl.Collator('en').compare(a, b));

/**
 * Returns the first language that there are words for, in the order of the arguments; US English otherwise. Each is a
 * list such as an `Accept-Language` header. `site`: the merchant, whose texts win, once it is known.
 */
export const readerOf = (
  site: Pick<Site, 'texts'> | undefined,
  ...preferences: readonly (string | null | undefined)[]
): Reader => {
  const { language, locale } = chosenLanguage(preferences.filter((preference) => preference != null));
  return { words: ownWordsOf(accountWordsByLanguage, 'account', language, site?.texts ?? {}), locale };
};
