import { describe, expect, test } from 'vitest';
import { amountRanges, readAmountFilter } from './amounts.ts';
import { readCardWords } from './card-words.ts';
import { createdIn } from './created.ts';
import { foldings, plainForms } from './fold.ts';
import { holdsLongNumber } from './long-number.ts';
import { MOST_SEARCHED, readSearch } from './search-text.ts';

const iso = (at: number | undefined): string => new Date((at ?? 0) * 1000).toISOString();

describe('a text that may have a card number', () => {
  test.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242 – 4242 – 4242 – 4242',
    'paid with 4242 4242 4242 4242 12/27',
    '4242424242424241',
    '1234567890123',
    '1234567890123456789',
    '4242 4242 4242 4242 1227 123',
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    '４２４２４２４２４２４２４２４２',
    'created:2026-11 4242424242424242',
    'amount>4242424242424242',
    `${'x'.repeat(MOST_SEARCHED)} 4242424242424242`,
    `${'x'.repeat(MOST_SEARCHED - 8)}4242424242424242`,
  ])('is not read: %s', (text) => {
    expect(readSearch(text, 'UTC')).toEqual({ card_number: true, phrase: '', words: [], filters: {} });
  });

  test.each([
    '4242',
    '424242424242',
    'visa 4242 12/27',
    '12345678901234567890',
    '019a0b1c2d3e7f00a1b2c3d4e5f60718',
    '00000000000000000000000000000123',
    '12345678-1234-1234-1234-123456789012',
    'created:2026-11-03 1001',
    '+43 660 1234567',
  ])('is something else: %s', (text) => {
    expect(holdsLongNumber(text)).toBe(false);
  });
});

test('filters are taken out of the words', () => {
  expect(readSearch('  Ada state:PAST_DUE  Lovelace country:de plan:gold amount>100 amount<=5.5', 'UTC')).toEqual({
    card_number: false,
    phrase: 'Ada Lovelace',
    words: ['Ada', 'Lovelace'],
    filters: {
      state: 'past_due',
      country: 'DE',
      plan: 'gold',
      amounts: [
        { is: '>', thousandths: 100_000 },
        { is: '<=', thousandths: 5500 },
      ],
    },
  });
});

test('a value with blanks is in quotes, and a postal code has neither blanks nor dashes', () => {
  const { words, filters } = readSearch('city:"New York" ada postal_code:"SW1A 1AA"  "the last"', 'UTC');
  expect(words).toEqual(['ada', '"the', 'last"']);
  expect(filters).toEqual({ city: 'New York', postal_code: 'sw1a1aa' });
  expect(readSearch('CITY:"new postal_code:10118-43', 'UTC').filters).toEqual({ city: 'new', postal_code: '1011843' });
  expect(readSearch('city:"" postal_code:-', 'UTC')).toMatchObject({
    words: ['city:""', 'postal_code:-'],
    filters: {},
  });
});

test('what is no filter that can be read is a word', () => {
  const { words, filters } = readSearch('created:soon amount>much colour:red state:', 'UTC');
  expect(words).toEqual(['created:soon', 'amount>much', 'colour:red', 'state:']);
  expect(filters).toEqual({});
});

test('no more than 200 characters and eight words are read', () => {
  const { phrase, words } = readSearch('word '.repeat(1000), 'UTC');
  expect(phrase).toHaveLength(199);
  expect(words).toHaveLength(8);
});

describe('moments are those of the time zone', () => {
  test.each([
    ['2026', 'Europe/Vienna', '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['2026-11-03', 'UTC', '2026-11-03T00:00:00.000Z', '2026-11-04T00:00:00.000Z'],
    ['2026-03-29', 'Europe/Vienna', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-12', 'Asia/Kathmandu', '2026-11-30T18:15:00.000Z', '2026-12-31T18:15:00.000Z'],
    // Clocks skip midnight: the day begins at 01:00.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  ])('%s in %s', (text, zone, from, until) => {
    const created = createdIn(text, zone);
    expect([iso(created?.from), iso(created?.until)]).toEqual([from, until]);
  });

  test.each(['2026-02-30', '2026-13', '26-01-01', '2026-1', '1969', '2026-01-01T00:00'])('and %s is none', (text) => {
    expect(createdIn(text, 'UTC')).toBeUndefined();
  });
});

describe('amounts are whole units of any currency', () => {
  const ranges = (texts: readonly string[], ...currencies: string[]) =>
    amountRanges(
      texts.flatMap((text) => readAmountFilter(text) ?? []),
      currencies,
    ).map(({ least, most }) => [least, most]);

  test('19.99 are no amount in yen', () => {
    expect(ranges(['amount:19.99'], 'JPY', 'USD', 'KWD')).toEqual([
      [20, 19],
      [1999, 1999],
      [19_990, 19_990],
    ]);
  });

  test('comparisons leave the amount itself out', () => {
    expect(ranges(['amount>100', 'amount<200'], 'EUR')).toEqual([[10_001, 19_999]]);
    expect(ranges(['amount>=100', 'amount<=200'], 'EUR')).toEqual([[10_000, 20_000]]);
    expect(ranges(['amount>19.99', 'amount<20.5'], 'JPY')).toEqual([[20, 20]]);
  });
});

test('a card is known by its last four digits, with brand and expiry in any order', () => {
  const nothing = { card_type: null, month: null, year: null };
  expect(readCardWords(['4242'])).toEqual({ ...nothing, last_four: '4242' });
  expect(readCardWords(['12/27', 'VISA', '4242'])).toEqual({
    last_four: '4242',
    card_type: 'Visa',
    month: 12,
    year: 2027,
  });
  for (const typed of [
    'ends in 9979',
    'card 9979',
    '*9979',
    '**** 9979',
    'xxxx9979',
    '•••• 9979.',
    'Last four: 9979',
  ]) {
    expect(readCardWords(typed.split(' ')), typed).toEqual({ ...nothing, last_four: '9979' });
  }
  expect(readCardWords('Visa ending with 4242, 12/27'.split(' '))).toMatchObject({ card_type: 'Visa', month: 12 });
  expect(readCardWords(['american', 'express', '0005'])?.card_type).toBe('American Express');
  for (const words of ['visa', '12/27', 'ada 4242', '4242 4242', '424', '4242 13/27']) {
    expect(readCardWords(words.split(' ')), words).toBeUndefined();
  }
});

test.each([
  ['Munchen', ['munchen']],
  ['München', ['munchen', 'muenchen']],
  ['Muenchen', ['muenchen', 'munchen']],
  ['Mu\u0308nchen', ['munchen', 'muenchen']],
  ['STRASSE', ['strasse']],
  ['straße', ['strasse']],
  ['Łódź', ['lodz']],
  ['København', ['kobenhavn', 'koebenhavn']],
  ['Æsir', ['aesir', 'asir']],
  ['МОСКВА', ['МОСКВА', 'москва', 'Москва']],
])('%s is compared as %j', (typed, forms) => {
  expect(plainForms(typed)).toEqual(forms);
});

test('letters beyond Z are compared in four forms', () => {
  expect(foldings('ADA@Example.com')).toEqual(['ada@example.com']);
  expect(foldings('ødegård')).toEqual([
    'ødegård',
    'ødegård',
    'Ødegård'.toUpperCase().replace(/[A-Z]+/g, (l) => l.toLowerCase()),
    'Ødegård',
  ]);
});
