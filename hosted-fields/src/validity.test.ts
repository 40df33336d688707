import { describe, expect, test } from 'vitest';
import { type CardValues, cardFindings, reasonsOf } from './validity.ts';

const today = { now: { year: 2026, month: 3 }, brands: [] };
const REQUIRED = ['number', 'month', 'year', 'first_name', 'last_name'];
const CARD = { number: '4111111111111111', month: '12', year: '30' };
const NAMES = { first_name: 'Ada', last_name: 'Lovelace' };

describe('in March 2026', () => {
  test.each<[string, CardValues, Partial<Record<string, string>>]>([
    ['nothing is typed', {}, { number: 'empty', expiry: 'empty', month: 'empty', year: 'empty', cvv: 'empty' }],
    ['a month alone needs no year', { month: '2' }, { month: '' }],
    ['a date without its year is not finished', { month: '02' }, { expiry: 'incomplete' }],
    ['a date of one digit is not finished', { month: '0', year: '' }, { expiry: 'incomplete', month: 'incomplete' }],
    ['a month is one of twelve', { month: '13', year: '30' }, { month: 'month', expiry: 'month', year: '' }],
    ['a year alone may be past', { year: '25' }, { year: 'expired' }],
    ['a year alone may be this one', { year: '26' }, { year: '' }],
    ['together they are past', { month: '2', year: '26' }, { month: 'expired', year: 'expired', expiry: 'expired' }],
    ['and together they recover', { month: '3', year: '26' }, { month: '', year: '', expiry: '' }],
    ['the year 20 is 2020', { month: '2', year: '20' }, { month: '', year: 'expired', expiry: 'expired' }],
    ['a year of three digits is half typed', { month: '2', year: '203' }, { year: 'incomplete', expiry: 'incomplete' }],
    ['no card lasts for fifty years', { month: '2', year: '2080' }, { year: 'year', expiry: 'year' }],
    ['a code of three or four digits', { cvv: '1234' }, { cvv: '' }],
    ['a code of two digits', { cvv: '12' }, { cvv: 'digits' }],
    ['a code that the brand does not print', { number: '4111', cvv: '1234' }, { cvv: 'three_digits' }],
    ['a code of four for American Express', { number: '37', cvv: '1234' }, { cvv: '' }],
    ['a code of three for American Express', { number: '37', cvv: '123' }, { cvv: 'four_digits' }],
    ['a Visa number half typed', { number: '411111111111111' }, { number: 'incomplete' }],
    ['a Visa number of thirteen digits', { number: '4222222222222' }, { number: '' }],
    ['an American Express number without a digit', { number: '37828224631000' }, { number: 'incomplete' }],
    ['a Maestro number half typed', { number: '50180000000' }, { number: 'incomplete' }],
    ['a number with a swapped digit', { number: '4111111111111112' }, { number: 'checksum' }],
    ['a number with too many digits', { number: '41111111111111111111' }, { number: 'checksum' }],
    ['a number with letters', { number: '4111x' }, { number: 'checksum' }],
  ])('%s', (_, values, expected) => {
    expect(reasonsOf(values, today)).toMatchObject(expected);
  });
});

test('while the year is typed, 20 may become 2031, and does not blame the month', () => {
  const reasons = reasonsOf({ month: '2', year: '20' }, today, true);
  expect(reasons).toMatchObject({ month: '', year: 'incomplete', expiry: 'incomplete' });
  expect(reasonsOf({ month: '2', year: '19' }, today, true)).toMatchObject({ year: 'expired' });
});

describe('problems of a token request', () => {
  const fields = (values: CardValues, inputs: Record<string, string> = NAMES, required = REQUIRED) =>
    cardFindings(values, inputs, required, today).map(({ field, messages }) => `${field} ${messages}`);

  test('none, for a card with a name', () => {
    expect(fields(CARD)).toEqual([]);
  });

  test('every required value that is blank, in the order of the configuration', () => {
    expect(fields({}, {})).toEqual(REQUIRED.map((name) => `${name} can't be blank`));
  });

  test('first invalid values, then blank ones', () => {
    const values = { number: '4111111111111112', month: '1', year: '20', cvv: '12' };
    expect(fields(values, { first_name: ' ' })).toEqual([
      'number is invalid',
      'month is invalid',
      'year is invalid',
      'cvv is invalid',
      "first_name can't be blank",
      "last_name can't be blank",
    ]);
  });

  test('a code, only if it is invalid or required', () => {
    expect(fields({ ...CARD, cvv: '1234' })).toEqual(['cvv is invalid']);
    expect(fields(CARD, NAMES, [...REQUIRED, 'cvv', 'postal_code'])).toEqual([
      "cvv can't be blank",
      "postal_code can't be blank",
    ]);
  });

  test('none about names without a field', () => {
    expect(fields(CARD, NAMES, [...REQUIRED, 'shoe_size', 'constructor'])).toEqual([]);
  });

  test('each has its reason; month and year that of the date', () => {
    const found = cardFindings({ ...CARD, number: '4111', month: '13', cvv: '12' }, {}, REQUIRED, today);
    expect(found.map(({ field, reason }) => [field, reason])).toEqual([
      ['number', 'incomplete'],
      ['month', 'month'],
      ['year', 'month'],
      ['cvv', 'three_digits'],
      ['first_name', 'empty'],
      ['last_name', 'empty'],
    ]);
  });

  test('a page with a code only needs the code only', () => {
    expect(fields({ cvv: '123' }, {}, ['cvv'])).toEqual([]);
    expect(fields({ cvv: '' }, {}, ['cvv'])).toEqual(["cvv can't be blank"]);
  });
});

describe('a merchant that accepts visa only', () => {
  const visaOnly = { ...today, brands: ['visa'] };

  test.each([
    ['4111111111111111', ''],
    ['5555555555554444', 'brand'],
    ['411111111111', 'incomplete'],
  ])('finds %s valid, or says %j', (number, expected) => {
    expect(reasonsOf({ number }, visaOnly).number).toBe(expected);
  });

  test('reports another brand as not accepted', () => {
    const messagesFor = (number: string) =>
      cardFindings({ number }, {}, [], visaOnly).flatMap(({ messages }) => messages);
    expect(messagesFor('5555555555554444')).toEqual(['is of a brand that is not accepted']);
    expect(messagesFor('4111111111111112')).toEqual(['is invalid']);
  });
});
