import { brandOf, UNKNOWN_BRAND } from '@service/billing/values/card/brand.ts';
import { describe, expect, test } from 'vitest';
import { type Change, changeOf, format } from './format.ts';
import type { FieldType } from './protocol.ts';

/** `4111 1|` is a text with its caret. */
const at = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const marked = ({ text, caret }: { text: string; caret: number }) => `${text.slice(0, caret)}|${text.slice(caret)}`;

const edit = (type: FieldType, before: string, left: string, change: Change, brand = UNKNOWN_BRAND) =>
  marked(format(type, { before: before.replace('|', ''), ...at(left), change }, brand));

describe('typing a number', () => {
  test.each([
    ['', '4|', '4|'],
    ['4111', '41111|', '4111 1|'],
    ['4111 1111 1111 111', '4111 1111 1111 1111|', '4111 1111 1111 1111|'],
    ['4111 1', '4111 1x|', '4111 1|'],
    ['4111 11', '49|111 11', '49|11 111'],
    ['4111 1111', '4111 9|1111', '4111 9|111 1'],
    ['3782', '37822|', '3782 2|'],
    ['3782 822463', '3782 8224631|', '3782 822463 1|'],
    ['3056', '30569|', '3056 9|'],
    ['3056 930902', '3056 9309025|', '3056 930902 5|'],
    ['٤١١١', '٤١١١١|', '4111 1|'],
    ['4111 1111 1111 1111 11', '4111 1111 1111 1111 111|', '4111 1111 1111 1111 111|'],
    ['4111 1111 1111 1111 111', '4111 1111 1111 1111 1119|', '4111 1111 1111 1111 111|'],
    ['3782 822463 10005', '3782 822463 100059|', '3782 822463 10005|'],
    ['3782 822463 10005', '3788|2 822463 10005', '378|2 822463 10005'],
  ])('%s, then %s shows %s', (before, left, shown) => {
    expect(edit('number', before, left, 'typed')).toBe(shown);
  });

  test('the caret moves past a separator that typing inserted', () => {
    expect(edit('number', '411 1', '4115| 1', 'typed')).toBe('4115 |1');
  });
});

describe('deleting in a number', () => {
  test.each([
    ['the last digit', '4111 1|', '4111 |', 'deleted-before', '4111|'],
    ['a digit inside', '4111 1111|', '411| 1111', 'deleted-before', '411|1 111'],
    ['the separator, which means the digit before it', '4111 |1111', '4111|1111', 'deleted-before', '411|1 111'],
    ['the separator forwards, which means the digit after it', '4111| 1111', '4111|1111', 'deleted-after', '4111| 111'],
    ['everything', '4111', '|', 'deleted-before', '|'],
    ['at the start, where there is nothing', '4111', '|4111', 'deleted-before', '|4111'],
  ] as const)('%s', (_, before, left, change, shown) => {
    expect(edit('number', before, left, change)).toBe(shown);
  });
});

describe('inserting a complete value', () => {
  test.each([
    ['number', '', '4111-1111-1111-1111|', '4111 1111 1111 1111|'],
    ['number', '', ' 4111.1111 1111 1111 \n|', '4111 1111 1111 1111|'],
    ['number', '3782 822463 10005', '4111111111111111|', '4111 1111 1111 1111|'],
    ['number', '', '41111111111111111111111|', '4111 1111 1111 1111 111 1111|'],
    ['month', '', '7|', '07|'],
    ['month', '', '1|', '1|'],
    ['month', '', '112|', '112|'],
    ['year', '', '2031|', '2031|'],
    ['cvv', '', '12345|', '12345|'],
  ] as const)('%s: %j then %j shows %j', (type, before, left, shown) => {
    expect(edit(type, before, left, 'inserted')).toBe(shown);
  });
});

describe('month, year and code', () => {
  test.each([
    ['month', '', '1|', 'typed', '1|'],
    ['month', '1', '12|', 'typed', '12|'],
    ['month', '', '0|', 'typed', '0|'],
    ['month', '', '2|', 'typed', '02|'],
    ['month', '12', '123|', 'typed', '12|'],
    ['month', '07', '|7', 'deleted-before', '|7'],
    ['month', '', '/|', 'typed', '|'],
    ['year', '203', '2031|', 'typed', '2031|'],
    ['year', '2031', '20319|', 'typed', '2031|'],
    ['cvv', '123', '1234|', 'typed', '1234|'],
    ['cvv', '1234', '12345|', 'typed', '1234|'],
  ] as const)('%s: %j then %j, %s, shows %j', (type, before, left, change, shown) => {
    expect(edit(type, before, left, change)).toBe(shown);
  });

  test("a code has as many digits as the brand's cards", () => {
    const visa = brandOf('4111', { partial: true });
    const amex = brandOf('3782', { partial: true });
    expect(edit('cvv', '123', '1234|', 'typed', visa)).toBe('123|');
    expect(edit('cvv', '123', '1234|', 'typed', amex)).toBe('1234|');
  });

  test('digits that a keyboard inserts at once are kept if there are too many, and shown as invalid', () => {
    expect(edit('month', '', '123|', 'typed')).toBe('123|');
  });

  test('a value that is too long can be corrected in place', () => {
    expect(edit('month', '112', '132|', 'typed')).toBe('132|');
  });
});

test.each([
  ['insertText', 'typed'],
  ['insertCompositionText', 'typed'],
  ['insertFromPaste', 'inserted'],
  ['insertReplacementText', 'inserted'],
  [undefined, 'inserted'],
  ['deleteContentBackward', 'deleted-before'],
  ['deleteByCut', 'deleted-before'],
  ['deleteContentForward', 'deleted-after'],
  ['deleteWordForward', 'deleted-after'],
])('the input type %s means %s', (inputType, change) => {
  expect(changeOf(inputType)).toBe(change);
});

describe('an expiry date', () => {
  test.each([
    ['', '1|', '1|'],
    ['1', '12|', '12 / |'],
    ['', '5|', '05 / |'],
    ['1', '1/|', '01 / |'],
    ['12 / ', '12 / 4|', '12 / 4|'],
    ['12 / 4', '12 / 40|', '12 / 40|'],
    ['12 / 2', '12 / 20|', '12 / 20|'],
    ['12 / 20', '12 / 204|', '12 / 204|'],
    ['12 / 204', '12 / 2040|', '12 / 40|'],
    ['12 / 40', '12 / 401|', '12 / 40|'],
    ['2 / 40', '12| / 40', '12 / |40'],
  ])('%s, then %s shows %s', (before, left, shown) => {
    expect(edit('expiry', before, left, 'typed')).toBe(shown);
  });

  test.each([
    ['2030/12', '12 / 30'],
    ['2030-09', '09 / 30'],
    ['2030 1 0', '10 / 30'],
    ['203001', '01 / 30'],
    ['12/30', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['2/30', '02 / 30'],
    ['220', '02 / 20'],
  ])('%s, typed key by key, shows %s', (keys, shown) => {
    let text = '';
    for (const key of keys) {
      text = edit('expiry', text, `${text}${key}|`, 'typed').replace('|', '');
    }
    expect(text).toBe(shown);
  });

  test.each([
    ['12 / 4', '12 / |', '12|'],
    ['12 / ', '12 /|', '1|'],
    ['12 / 40', '12 /|40', '1|4 / 0'],
    ['12', '1|', '1|'],
  ])('%s, deleted to %s, shows %s', (before, left, shown) => {
    expect(edit('expiry', before, left, 'deleted-before')).toBe(shown);
  });

  test.each([
    ...['12/40', '1240', '12 / 2040', '12/2040', '122040', '12-40', ' 12 40 ', '١٢/٤٠'],
    ...['2040-12', '2040/12', '2040 / 12', ' 2040.12 ', '2040 12', '204012', '٢٠٤٠/١٢'],
  ])('%s is December 2040', (text) => {
    expect(edit('expiry', '', `${text}|`, 'inserted')).toBe('12 / 40|');
  });

  test.each([
    ['9/40', '09 / 40|'],
    ['940', '09 / 40|'],
    ['1/2041', '01 / 41|'],
    ['1340', '13 / 40|'],
  ])('%s shows %s', (text, shown) => {
    expect(edit('expiry', '', `${text}|`, 'inserted')).toBe(shown);
  });
});
