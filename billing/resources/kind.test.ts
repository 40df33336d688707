import { describe, expect, it } from 'vitest';
import * as kinds from './kind.ts';

const judge = (kind: kinds.Kind<string>, text: string, version: `2.${number}` = '2.19') =>
  kind.check?.(text, version)?.symbol;

describe('kinds of values', () => {
  it.each([
    ['12', 12],
    [' -3 ', -3],
    ['1.5', 'not_an_integer'],
    ['1e3', 'not_an_integer'],
    ['twelve', 'not_a_number'],
    ['99999999999999999999', 'less_than_or_equal_to'],
  ])('an integer reads %j as %j', (text, expected) => {
    const read = kinds.integerKind().read(text);
    expect(kinds.isFault(read) ? read.symbol : read).toBe(expected);
  });

  it.each([
    ['true', true],
    ['1', true],
    ['FALSE', false],
    ['0', false],
  ])('a boolean reads %j', (text, expected) => {
    expect(kinds.flagKind().read(text)).toBe(expected);
  });

  it.each([
    ['0.0875', '0.0875'],
    [' .50 ', '0.5'],
    ['007', '7'],
    ['2.', '2'],
    ['-0.0', '0'],
    ['-1', 'greater_than_or_equal_to'],
    ['100.01', 'less_than_or_equal_to'],
    ['0.00001', 'invalid'],
    ['1e-2', 'not_a_number'],
  ])('a decimal of four places from 0 to 100 reads %j as %j', (text, expected) => {
    const read = kinds.decimalKind(4, 0, 100).read(text);
    expect(kinds.isFault(read) ? read.symbol : read).toBe(expected);
  });

  it('a decimal of a million digits is read once', () => {
    const zeros = '0'.repeat(1_000_000);
    const kind = kinds.decimalKind(4);
    expect(kind.read(`0.${zeros}1`)).toEqual({ symbol: 'invalid' });
    expect(kind.read(`1.5${zeros}`)).toBe('1.5');
    expect(kind.read(`${zeros}1`)).toBe('1');
    expect(kind.read(`${zeros}x`)).toEqual({ symbol: 'not_a_number' });
    expect(kind.read(`${'1'.repeat(1_000_000)}x`)).toEqual({ symbol: 'not_a_number' });
  });

  it('a boolean does not guess', () => {
    expect(kinds.flagKind().read('yes')).toEqual({ symbol: 'inclusion' });
  });

  it.each([
    ['ada@example.com', undefined],
    ['ada.lovelace+bills@mail.example.co.uk', undefined],
    ['ada', 'invalid_email'],
    ['ada@example', 'invalid_email'],
    ['ada@@example.com', 'invalid_email'],
    ['ada lovelace@example.com', 'invalid_email'],
  ])('an email address: %j', (text, symbol) => {
    expect(judge(kinds.emailKind(), text)).toBe(symbol);
  });

  it('several email addresses are each looked at', () => {
    expect(judge(kinds.emailsKind(), 'a@example.com, b@example.com')).toBeUndefined();
    expect(judge(kinds.emailsKind(), 'a@example.com, b')).toBe('invalid_email');
  });

  it('a country is checked from 2.8 on', () => {
    expect(judge(kinds.countryKind(), 'US')).toBeUndefined();
    expect(judge(kinds.countryKind(), 'us')).toBe('inclusion');
    expect(judge(kinds.countryKind(), 'Germany')).toBe('inclusion');
    expect(judge(kinds.countryKind(), 'Germany', '2.7')).toBeUndefined();
  });

  it('a text counts characters as people do, and takes none that no document can carry', () => {
    expect(judge(kinds.textKind(2), '👋👋')).toBeUndefined();
    expect(judge(kinds.textKind(2), 'abc')).toBe('too_long');
    expect(judge(kinds.textKind(9), 'a\u0000b')).toBe('invalid');
    expect(judge(kinds.textKind(9), 'two\nlines')).toBeUndefined();
  });

  it('a currency is one that people pay with', () => {
    expect(judge(kinds.currencyKind(), 'USD')).toBeUndefined();
    expect(judge(kinds.currencyKind(), 'US')).toBe('wrong_length');
    expect(judge(kinds.currencyKind(), 'XXX')).toBe('inclusion');
  });

  it.each([
    ['+4915123 456787', false],
    ['4915123456787', false],
    ['4111 1111 1111 1111', true],
  ])('a phone number of up to 15 digits is not taken for a card number: %j', (text, expected) => {
    expect(kinds.textKind(50).containsCardNumber?.(text)).toBe(true);
    expect(kinds.phoneKind(50).containsCardNumber?.(text)).toBe(expected);
    expect(kinds.codeKind(50).containsCardNumber).toBeUndefined();
  });
});
