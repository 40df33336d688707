import { describe, expect, test } from 'vitest';
import { TEXTS } from './all.ts';
import en from './en.ts';
import { LANGUAGES } from './language.ts';
import { errorTexts, textFor } from './text-for.ts';

/** Sample values, and a name that is the same everywhere. */
const ANYWHERE: readonly string[] = ['number_placeholder', 'cvv_placeholder', 'iban'];

const names = Object.keys(en) as (keyof typeof en)[];

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  const texts = TEXTS[language];

  test('has every text, and no other', () => {
    expect(Object.keys(texts)).toEqual(names);
    expect(names.filter((name) => texts[name].trim() !== texts[name] || texts[name] === '')).toEqual([]);
  });

  test('has no text that is left in English', () => {
    const same = names.filter((name) => texts[name] === en[name] && !ANYWHERE.includes(name));
    expect(same).toEqual([]);
  });

  test('has no text twice by mistake', () => {
    const errors = names.slice(names.indexOf('empty'));
    expect(new Set(errors.map((name) => texts[name])).size).toBe(errors.length);
  });

  test('names the same numbers as English', () => {
    const digitsOf = (text: string) => (text.match(/\d+/g) ?? []).sort().join();
    // Some languages write as a digit what English writes as a word.
    const compared = names.filter((name) => digitsOf(en[name]));
    expect(compared.filter((name) => digitsOf(texts[name]) !== digitsOf(en[name]))).toEqual([]);
  });

  test('says what to do after a payment that was not made', () => {
    const sentencesOf = (text: string) => text.split(/[.。]\s*/).filter(Boolean).length;
    expect(sentencesOf(texts.declined)).toBeGreaterThanOrEqual(2);
    // What is wrong, that nothing was charged, and what to do.
    for (const name of ['failed', 'misconfigured', 'canceled', 'confirm_failed', 'confirm_canceled'] as const) {
      expect(sentencesOf(texts[name]), name).toBeGreaterThanOrEqual(3);
    }
  });
});

test('an error says what is wrong and what to do, as exactly as there is a text', () => {
  expect(textFor(en, 'number', 'checksum')).toBe('Check the card number. A digit may be missing or swapped.');
  expect(textFor(en, 'postal_code', 'too_long')).toBe(en.postal_code_invalid);
  expect(textFor(en, 'tax_identifier_type', 'empty')).toBe('Fill in this field.');
  expect(textFor(en, 'first_name', 'card_number_inside')).toBe('Do not enter a card number here.');
  expect(textFor(en, 'shoe_size', 'wrong')).toBe('Check this field.');
});

test('a frame gets the texts of its field by reason', () => {
  expect(errorTexts(en, 'cvv')).toMatchObject({ digits: en.cvv_digits, four_digits: en.cvv_four_digits });
});

test('an invalid month or year has the texts of the expiry date, never the name of its field', () => {
  for (const field of ['month', 'year']) {
    for (const reason of ['empty', 'incomplete', 'month', 'year', 'expired'] as const) {
      expect(textFor(TEXTS.en, field, reason)).toBe(TEXTS.en[`expiry_${reason}`]);
    }
    expect(errorTexts(TEXTS.en, field)).toEqual(errorTexts(TEXTS.en, 'expiry'));
  }
});
