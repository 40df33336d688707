import { describe, expect, test } from 'vitest';
import { type CardValues, findings, validity } from './validity.ts';

const today = { now: { year: 2026, month: 3 }, brands: [] };
const REQUIRED = ['number', 'month', 'year', 'first_name', 'last_name'];
const CARD = { number: '4111111111111111', month: '12', year: '30' };
const NAMES = { first_name: 'Ada', last_name: 'Lovelace' };

describe('in March 2026', () => {
  test.each<[string, CardValues, Partial<Record<string, boolean>>]>([
    ['nothing is valid while empty', {}, { number: false, month: false, year: false, cvv: false }],
    ['a month alone needs no year', { month: '2' }, { month: true }],
    ['a month alone stays between 1 and 12', { month: '13' }, { month: false }],
    ['a year alone is not past', { year: '25' }, { year: false }],
    ['a year alone may be this one', { year: '26' }, { year: true }],
    ['together they fail', { month: '2', year: '26' }, { month: false, year: false }],
    ['and together they recover', { month: '3', year: '26' }, { month: true, year: true }],
    ['a year half typed does not blame the month', { month: '2', year: '20' }, { month: true, year: false }],
    ['a code of three or four digits', { cvv: '1234' }, { cvv: true }],
    ['a code that the brand prints', { number: '4111', cvv: '1234' }, { cvv: false }],
    ['a code of four for American Express', { number: '37', cvv: '1234' }, { cvv: true }],
  ])('%s', (_, values, expected) => {
    expect(validity(values, today)).toMatchObject(expected);
  });
});

describe('problems of a token request', () => {
  const fields = (values: CardValues, inputs: Record<string, string> = NAMES, required = REQUIRED) =>
    findings(values, inputs, required, today).map(({ field, messages }) => `${field} ${messages}`);

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

  test('a page with a code only needs the code only', () => {
    expect(fields({ cvv: '123' }, {}, ['cvv'])).toEqual([]);
    expect(fields({ cvv: '' }, {}, ['cvv'])).toEqual(["cvv can't be blank"]);
  });
});

describe('a merchant that accepts visa only', () => {
  const visaOnly = { ...today, brands: ['visa'] };

  test.each([
    ['4111111111111111', true],
    ['5555555555554444', false],
    ['411111111111', false],
  ])('finds %s valid: %j', (number, expected) => {
    expect(validity({ number }, visaOnly).number).toBe(expected);
  });

  test('reports another brand as not accepted', () => {
    const messagesFor = (number: string) => findings({ number }, {}, [], visaOnly).flatMap(({ messages }) => messages);
    expect(messagesFor('5555555555554444')).toEqual(['is of a brand that is not accepted']);
    expect(messagesFor('4111111111111112')).toEqual(['is invalid']);
  });
});
