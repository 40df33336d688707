import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { invalid } from '../allowed.ts';
import { ServiceError } from '../errors.ts';
import { mergeOptions } from '../options.ts';
import { TEXTS } from '../texts/all.ts';
import { LANGUAGES, type Language } from '../texts/language.ts';
import { messagesOf } from './messages-of.ts';

const load = async (_: string, language: Language) => ({ language, texts: TEXTS[language] });

beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: '' } }));
afterEach(() => void vi.unstubAllGlobals());

const messagesIn = (language: Language, given: unknown, texts = {}) =>
  messagesOf(
    given,
    mergeOptions({ publicKey: 'key', locale: language, texts }, undefined, 'https://pay.test'),
    invalid,
    load,
  );

/** Errors that can follow a charge: what a page catches around its own request. */
const FOREIGN: readonly (readonly [kind: string, error: unknown])[] = [
  ['an error of the page', new Error('The server answered 500.')],
  ['a lost answer', new TypeError('Failed to fetch')],
  ['an answer that is not JSON', new SyntaxError('Unexpected token <')],
  ['a time-out of the page', new DOMException('The operation timed out.', 'TimeoutError')],
  ['several errors', new AggregateError([new TypeError('Failed to fetch')])],
  ['an error with a code', Object.assign(new Error('Network Error'), { code: 'ERR_NETWORK' })],
  ['an error with the code of a decline', Object.assign(new Error('Declined'), { code: 'declined' })],
  ['an error with fields', Object.assign(new Error('Invalid'), { fields: { email: 'is taken' } })],
  ['an error with a list of fields', Object.assign(new Error('Invalid'), { fields: ['email'], details: [] })],
  ['an answer', { status: 502, ok: false }],
  ['an answer with fields', { fields: ['email'] }],
  ['an answer with texts of fields', { fields: { email: 'is taken' } }],
  ['a text', 'timeout'],
  ['nothing', undefined],
  ['null', null],
];

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(FOREIGN)('of %s: it is unknown whether the customer was charged', async (_, error) => {
    expect(await messagesIn(language, error)).toEqual({ fields: {}, text: TEXTS[language].outcome_unknown });
  });

  test.each(['api-error', 'api-timeout', 'declined', 'invalid-public-key', 'three-d-secure-failed', 'wallet-canceled'])(
    'of the error %s of the library: never that',
    async (code) => {
      const { text } = await messagesIn(language, new ServiceError(code));
      expect(text).not.toBe('');
      expect(text).not.toBe(TEXTS[language].outcome_unknown);
    },
  );

  test('of the state of fields: never that', async () => {
    const number = { valid: false, empty: false, focus: false, reason: 'checksum' };
    expect((await messagesIn(language, { fields: { number } })).text).toBe(TEXTS[language].number_checksum);
    expect((await messagesIn(language, { fields: {} })).text).toBe('');
  });

  test('of another charge than that of the library: not that none was made', () => {
    const texts = TEXTS[language];
    // The sentence of the library's own errors that says so.
    const sentencesOf = (text: string) => text.split(/(?<=[.。])\s*/).filter(Boolean);
    const uncharged = sentencesOf(texts.canceled)[1]!;
    expect(sentencesOf(texts.confirm_canceled)).toContain(uncharged);
    expect(texts.outcome_unknown).not.toContain(uncharged);
  });
});

test('an error of another copy of the library on the page is one of the library', async () => {
  const error = Object.assign(new Error('declined'), { ...new ServiceError('declined') });
  expect((await messagesIn('en', error)).text).toBe(TEXTS.en.declined);
});

test('the sentence is replaced by its name', async () => {
  expect((await messagesIn('de', new Error('x'), { outcome_unknown: 'Bitte rufen Sie uns an.' })).text).toBe(
    'Bitte rufen Sie uns an.',
  );
});
