import type { SettingValues } from '@service/billing/resources/setting.ts';
import { nearestName } from '../xml/codec/nearest-name.ts';
import { accountWordsByLanguage } from './account-words.ts';
import { replaceableAuthorizations } from './bank-authorization.ts';
import { replaceableChallengeTexts } from './challenge-texts.ts';
import { WORDS_LANGUAGES, type WordsLanguage } from './document-language.ts';
import { invoiceWordsByLanguage } from './invoice-words.ts';
import { mailWordsByLanguage } from './mail-words.ts';
import { placesIn, textsIn } from './own-words.ts';

/** Texts of a merchant by language and name. */
type OwnTexts = SettingValues['texts'];

/** The texts cannot be used; the message says what to change. */
export class UnfitTexts extends Error {}

/** A text is a sentence or two: a mail program and a phone show no more. */
const LONGEST_TEXT = 1000;
/** Each request reads the texts with the site. */
const MOST_CHARACTERS = 100_000;

/** Returns all texts of a language that a merchant can replace, by name, with `{1}` for the first value in one. */
export const replaceableTexts = (language: WordsLanguage): ReadonlyMap<string, string> =>
  new Map([
    ...textsIn(accountWordsByLanguage[language], 'account'),
    ...textsIn(mailWordsByLanguage[language], 'mail'),
    ...textsIn(invoiceWordsByLanguage[language], 'invoice'),
    ...textsIn(replaceableChallengeTexts(language), 'challenge'),
    ...textsIn(replaceableAuthorizations(language), 'authorization'),
  ]);

/** Returns the language of a tag that there are texts in. Throws `UnfitTexts`. */
export const languageOfTexts = (tag: string): WordsLanguage => {
  const language = WORDS_LANGUAGES.find((each) => each === tag);
  if (language) return language;
  const nearest = nearestName(tag, WORDS_LANGUAGES) ?? WORDS_LANGUAGES.find((each) => tag.startsWith(each));
  throw new UnfitTexts(
    `There are no texts in “${tag}”${nearest ? `: did you mean “${nearest}”?` : `, but in ${WORDS_LANGUAGES.join(', ')}.`}`,
  );
};

/**
 * Reads texts of a merchant: `{"de": {"mail.receipt.title": "Danke"}}`. Leaves out those that are as they are anyway,
 * so that a file with all of them, a few of which were changed, says what was changed. Throws `UnfitTexts`.
 */
export const readOwnTexts = (json: string): OwnTexts => {
  const texts = Object.entries(membersOf(parsed(json), 'The texts')).map(([tag, given]): [string, OwnTexts[string]] => {
    const known = replaceableTexts(languageOfTexts(tag));
    const changed = Object.entries(membersOf(given, `“${tag}”`)).filter(([name, text]) => {
      const usual = usualText(known, name);
      judge(`“${name}” in “${tag}”`, usual, text);
      return text !== usual;
    });
    return [tag, Object.fromEntries(changed) as OwnTexts[string]];
  });
  const own = Object.fromEntries(texts.filter(([, changed]) => Object.keys(changed).length > 0));
  const { length } = JSON.stringify(own);
  if (length > MOST_CHARACTERS) {
    throw new UnfitTexts(`The texts have ${length} characters, and ${MOST_CHARACTERS} are possible: replace fewer.`);
  }
  return own;
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    throw new UnfitTexts('This is no JSON. Write texts as {"en": {"mail.receipt.title": "Thank you"}}.');
  }
};

const membersOf = (given: unknown, what: string): Readonly<Record<string, unknown>> => {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, unknown>;
  throw new UnfitTexts(`${what} must be an object: {"en": {"mail.receipt.title": "Thank you"}}.`);
};

const usualText = (known: ReadonlyMap<string, string>, name: string): string => {
  const usual = known.get(name);
  if (usual !== undefined) return usual;
  const nearest = nearestName(name, [...known.keys()]);
  throw new UnfitTexts(`There is no text “${name}”${nearest ? `: did you mean “${nearest}”?` : '.'}`);
};

const judge = (what: string, usual: string, text: unknown): void => {
  if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_TEXT) {
    throw new UnfitTexts(`${what} must be a text of at most ${LONGEST_TEXT} characters.`);
  }
  if (/\p{Cc}/u.test(text)) throw new UnfitTexts(`${what} must be one line, without control characters.`);
  const [wanted, found] = [placesIn(usual), placesIn(text)];
  const missing = wanted.filter((place) => !found.includes(place));
  if (missing.length > 0) throw new UnfitTexts(`${what} must contain ${missing.join(' and ')}, as in “${usual}”.`);
  const unknown = found.filter((place) => !wanted.includes(place));
  if (unknown.length > 0) throw new UnfitTexts(`${what} has no value ${unknown.join(' and ')}: it is “${usual}”.`);
};

/** Returns texts of a merchant in short: `3 texts in de, fr`. */
export const textsInShort = (own: OwnTexts): string => {
  const languages = Object.keys(own);
  const count = Object.values(own).reduce((sum, texts) => sum + Object.keys(texts).length, 0);
  return count === 0 ? 'none' : `${count} ${count === 1 ? 'text' : 'texts'} in ${languages.join(', ')}`;
};
