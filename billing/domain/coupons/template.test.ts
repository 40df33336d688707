import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUPON_CODE } from '../../resources/coupon.ts';
import { codeMaker, readTemplate } from './template.ts';

const ALL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Each of the 62 in turn. */
const inTurn = () => {
  let at = 0;
  return (length: number) => Array.from({ length }, () => ALL[at++ % ALL.length]).join('');
};

describe('a template', () => {
  test.each([
    ["'prefix'99999999", /^prefix\d{8}$/],
    ["'tide-'xxxxx", /^tide-[A-Z]{5}$/],
    ["****'-'9999", /^[A-Z\d]{4}-\d{4}$/],
    ['99999', /^\d{5}$/],
    ["xxxx'.'99", /^[A-Z]{4}\.\d\d$/],
    ["xx9999'it_s+fine'", /^[A-Z]{2}\d{4}it_s\+fine$/],
  ])('%s', (template, expected) => {
    const make = codeMaker(readTemplate(template) ?? [], inTurn());
    for (let times = 0; times < 50; times += 1) expect(make()).toMatch(expected);
  });

  test.each([
    ['nothing', ''],
    ['fixed text alone', "'spring'"],
    ['four places', "'a'xx9*"],
    ['a quote left open', "'axxxxx"],
    ['an unknown placeholder letter', 'yxxxxx'],
    ['a sign that codes cannot have', "'a b'xxxxx"],
    ['more than fifty characters', `'${'a'.repeat(46)}'xxxxx`],
  ])('cannot be %s', (_, template) => {
    expect(readTemplate(template)).toBeUndefined();
  });

  test('makes codes that coupons may have, whatever it is', () => {
    const piece = fc.constantFrom("'ab-'", '9', 'x', '*', "'+'", "'", 'y');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const places = readTemplate(pieces.join(''));
        if (!places) return;
        const code = codeMaker(places, inTurn())();
        expect(code).toMatch(COUPON_CODE);
        expect(code.length).toBeLessThanOrEqual(50);
      }),
    );
  });

  test('makes each character as often as another', () => {
    const make = codeMaker(readTemplate("'-'xxxxx") ?? [], inTurn());
    const counts = new Map<string, number>();
    for (let times = 0; times < 52 * 25; times += 1) {
      for (const character of make().slice(1)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(26);
    expect(new Set(counts.values())).toEqual(new Set([(52 * 25 * 5) / 26]));
  });
});
