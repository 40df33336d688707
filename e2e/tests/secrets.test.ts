import { describe, expect, test } from 'vitest';
import { countPlain, findCode, findNumber, haystack, withCheckDigit } from './secrets.ts';

const NUMBER = withCheckDigit('453957876362148');
const AMEX = withCheckDigit('37144963539843');

describe('the search finds a planted number', () => {
  test.each([
    ['plain', `{"number":"${NUMBER}"}`],
    ['plain', `x${NUMBER}9`],
    ['spaced', '4539 5787 6362 1486'],
    ['dashed', '4539-5787-6362-1486'],
    ['spaced in a URL', '?number=4539%205787%206362%201486'],
    ['spaced in a form', 'number=4539+5787+6362+1486'],
    ['hex', Buffer.from(`a${NUMBER}`).toString('hex')],
    ['URL-encoded', [...NUMBER].map((digit) => `%3${digit}`).join('')],
    ['UTF-16', Buffer.from(NUMBER, 'utf16le')],
    ['base64', Buffer.from(NUMBER).toString('base64')],
    ['base64', Buffer.from(`abc${NUMBER}!`).toString('base64url')],
    ['base64, one byte in', Buffer.from(`a${NUMBER}b`).toString('base64')],
    ['base64, two bytes in', Buffer.from(`:"${NUMBER}"`).toString('base64')],
  ])('%s: %s', (disguise, text) => {
    expect(NUMBER).toBe('4539578763621486');
    expect(findNumber(NUMBER, [haystack('log', 'nothing'), haystack('database', text)])).toContain(
      `database: ${disguise}`,
    );
  });

  test('in the groups of its brand', () => {
    expect(findNumber(AMEX, [haystack('log', '3714 496353 98431')])).toEqual(['log: spaced']);
  });

  test('but no other numbers', () => {
    expect(findNumber(NUMBER, [haystack('log', '4539578763621487 4539 5787 6362 1487')])).toEqual([]);
  });
});

describe('the search finds a planted code', () => {
  test.each([
    ['plain', 'cvv=7391&'],
    ['plain', '"7391"'],
    ['hex', Buffer.from('7391').toString('hex')],
    ['URL-encoded', '%37%33%39%31'],
    ['base64', Buffer.from('7391').toString('base64')],
    ['base64, one byte in', Buffer.from('"7391"').toString('base64')],
    ['base64, two bytes in', Buffer.from(':"7391"').toString('base64')],
  ])('%s: %s', (disguise, text) => {
    expect(findCode('7391', [haystack('log', text)])).toContain(`log: ${disguise}`);
  });

  test('but not inside an id', () => {
    expect(findCode('7391', [haystack('log', '0197391f 17391 a7391')])).toEqual([]);
    expect(countPlain('7391', haystack('log', '0197391f 17391 a7391'))).toBe(3);
  });
});
