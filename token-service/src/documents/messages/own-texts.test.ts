import { describe, expect, it } from 'vitest';
import { accountWordsByLanguage } from './account-words.ts';
import { replaceableAuthorizations } from './bank-authorization.ts';
import { replaceableChallengeTexts } from './challenge-texts.ts';
import { documentDirection, ownWordsOf, WORDS_LANGUAGES } from './document-language.ts';
import { invoiceWordsByLanguage } from './invoice-words.ts';
import { mailWordsByLanguage } from './mail-words.ts';
import { readOwnTexts, replaceableTexts, textsInShort } from './own-texts.ts';
import { placesIn, textsIn, withOwnWords } from './own-words.ts';

const read = (texts: unknown) => readOwnTexts(JSON.stringify(texts));

describe.each(WORDS_LANGUAGES)('the texts in %s', (language) => {
  const usual = replaceableTexts(language);

  it('can all be replaced, and then say what the merchant wrote', () => {
    expect(usual.size).toBeGreaterThan(350);
    const own = Object.fromEntries([...usual].map(([name, text]) => [name, `Ours: ${text}`]));
    const texts = read({ [language]: own });
    expect(texts).toEqual({ [language]: own });
    const said = [
      ...textsIn(ownWordsOf(accountWordsByLanguage, 'account', language, texts), 'account'),
      ...textsIn(ownWordsOf(mailWordsByLanguage, 'mail', language, texts), 'mail'),
      ...textsIn(ownWordsOf(invoiceWordsByLanguage, 'invoice', language, texts), 'invoice'),
      ...textsIn(
        withOwnWords(replaceableChallengeTexts(language), 'challenge', own, documentDirection(language)),
        'challenge',
      ),
      ...textsIn(
        withOwnWords(replaceableAuthorizations(language), 'authorization', own, documentDirection(language)),
        'authorization',
      ),
    ];
    expect(Object.fromEntries(said)).toEqual(own);
  });

  it('that are left as they are change nothing', () => {
    expect(read({ [language]: Object.fromEntries(usual) })).toEqual({});
  });

  it('have as many values as in English, but for the forms of counts', () => {
    const english = replaceableTexts('en');
    const differing = [...usual].filter(
      ([name, text]) => english.has(name) && `${placesIn(text)}` !== `${placesIn(english.get(name) ?? '')}`,
    );
    expect(differing.map(([name]) => name).filter((name) => !/\.(day|week|month|year)\./.test(name))).toEqual([]);
  });
});

it('puts values in, whole in a language from right to left', () => {
  const texts = read({
    en: { 'mail.receipt.subject': 'Invoice {2}: thanks, says {1}' },
    he: { 'account.cancel.until': 'עד {1}' },
  });
  const { receipt } = ownWordsOf(mailWordsByLanguage, 'mail', 'en', texts);
  expect(receipt.subject('Tideline', '1001')).toBe('Invoice 1001: thanks, says Tideline');
  expect(receipt.title).toBe('Thank you for your payment');
  expect(documentDirection('he')).toBe('rtl');
  expect(ownWordsOf(accountWordsByLanguage, 'account', 'he', texts).cancel.until('1.5')).toBe('עד \u20681.5\u2069');
});

it('names intervals with the forms of the merchant', () => {
  const texts = read({
    pl: { 'account.every.month.few': 'raz na {1} miesiące', 'account.every.month.one': 'miesięcznie' },
  });
  const { every, pause } = ownWordsOf(accountWordsByLanguage, 'account', 'pl', texts);
  expect([every('months', 1), every('months', 3), every('months', 5)]).toEqual([
    'miesięcznie',
    'raz na 3 miesiące',
    'co 5 miesięcy',
  ]);
  expect(pause.length('months', 3)).toBe('3 miesiące');
});

it('passes over a text that the words do not have', () => {
  const texts = { en: { 'mail.former.title': 'x', 'mail.receipt.title.long': 'y', 'account.every.decade.one': 'z' } };
  expect(ownWordsOf(mailWordsByLanguage, 'mail', 'en', texts)).toEqual(mailWordsByLanguage.en);
  expect(ownWordsOf(accountWordsByLanguage, 'account', 'en', texts).every('days', 1)).toBe('every day');
});

it.each([
  ['no JSON', '{', /^This is no JSON\. Write texts as /],
  ['a list', '[]', /must be an object/],
  ['a language with a text', '{"de": "x"}', /“de” must be an object/],
  ['a misspelled language', '{"pt-BT": {}}', /no texts in “pt-BT”: did you mean “pt”\?/],
  ['an unknown language', '{"xx": {}}', /no texts in “xx”, but in en, de, /],
  [
    'a misspelled name',
    '{"de": {"mail.recipt.title": "x"}}',
    /“mail\.recipt\.title”: did you mean “mail\.receipt\.title”\?/,
  ],
  ['an unknown name', '{"de": {"salutation": "x"}}', /There is no text “salutation”\.$/],
  ['a name of every object', '{"de": {"account.constructor": "x"}}', /no text “account\.constructor”/],
  ['a number', '{"de": {"mail.pay": 3}}', /“mail\.pay” in “de” must be a text of at most 1000 characters/],
  ['nothing', '{"de": {"mail.pay": " "}}', /must be a text/],
  ['two lines', '{"de": {"mail.pay": "a\\nb"}}', /must be one line/],
  [
    'a missing value',
    '{"en": {"mail.receipt.text": "Thanks"}}',
    /must contain \{1\}, as in “We received your payment of \{1\}\.”/,
  ],
  ['a value too many', '{"en": {"mail.pay": "Pay {1}"}}', /has no value \{1\}: it is “Pay now”/],
])('refuses %s', (_, json, message) => {
  expect(() => readOwnTexts(json)).toThrow(message);
});

it('refuses more than each request can read with the site', () => {
  const long = Object.fromEntries(
    [...replaceableTexts('de')].map(([name, text]) => [name, `${text} ${'x'.repeat(400)}`.slice(0, 1000)]),
  );
  expect(() => read({ de: long })).toThrow(/characters, and 100000 are possible/);
});

it('is told in short', () => {
  expect(textsInShort({})).toBe('none');
  expect(textsInShort({ de: { 'mail.pay': 'x' } })).toBe('1 text in de');
  expect(textsInShort({ de: { 'mail.pay': 'x' }, fr: { 'mail.pay': 'x' } })).toBe('2 texts in de, fr');
});
