import { describe, expect, test } from 'vitest';
import { BRANDS, brandOf } from './brand.ts';
import { cardTypeOfBrand } from './card-type.ts';
import { ISSUERS } from './issuer.ts';

const digits = (prefix: string, length: number) => prefix.padEnd(length, '0');

describe('the brand of a whole number', () => {
  test.each([
    ['4111111111111111', 'visa', 'Visa'],
    ['4222222222222', 'visa', 'Visa'],
    ['5555555555554444', 'master', 'MasterCard'],
    ['2223000048400011', 'master', 'MasterCard'],
    [digits('2720', 16), 'master', 'MasterCard'],
    [digits('2721', 16), 'unknown', 'Unknown'],
    [digits('2220', 16), 'unknown', 'Unknown'],
    ['378282246310005', 'american_express', 'American Express'],
    ['6011111111111117', 'discover', 'Discover'],
    [digits('6499', 19), 'discover', 'Discover'],
    ['30569309025904', 'diners_club', 'Diners Club'],
    ['38520000023237', 'diners_club', 'Diners Club'],
    ['3530111333300000', 'jcb', 'JCB'],
    [digits('3590', 16), 'unknown', 'Unknown'],
    [digits('6200', 19), 'union_pay', 'UnionPay'],
    [digits('6299', 16), 'union_pay', 'UnionPay'],
    [digits('8110', 16), 'union_pay', 'UnionPay'],
    [digits('8172', 16), 'unknown', 'Unknown'],
    [digits('451416', 16), 'elo', 'Elo'],
    [digits('650485', 16), 'elo', 'Elo'],
    [digits('3841', 19), 'hipercard', 'Hipercard'],
    [digits('589562', 16), 'tarjeta_naranja', 'Tarjeta Naranja'],
    [digits('5018', 12), 'maestro', 'Maestro'],
    [digits('6759', 18), 'maestro', 'Maestro'],
    ['411111111111111', 'unknown', 'Unknown'],
    [digits('6011', 13), 'maestro', 'Maestro'],
    ['4514161111111119', 'elo', 'Elo'],
    ['5066991111111118', 'elo', 'Elo'],
    ['5091516900129341', 'elo', 'Elo'],
    ['6362971111111117', 'elo', 'Elo'],
    ['6363681111111115', 'elo', 'Elo'],
    ['6509130000000016', 'elo', 'Elo'],
    [digits('401178', 16), 'elo', 'Elo'],
    [digits('431274', 16), 'elo', 'Elo'],
    [digits('438935', 16), 'elo', 'Elo'],
    [digits('457632', 16), 'elo', 'Elo'],
    [digits('504175', 16), 'elo', 'Elo'],
    [digits('457633', 16), 'visa', 'Visa'],
    [digits('401178', 13), 'visa', 'Visa'],
    [digits('627780', 16), 'elo', 'Elo'],
    [digits('627781', 16), 'union_pay', 'UnionPay'],
    ['627781000000000', 'maestro', 'Maestro'],
    ['6010999990139424', 'maestro', 'Maestro'],
    [digits('6304', 12), 'maestro', 'Maestro'],
    [digits('6062', 16), 'maestro', 'Maestro'],
    ['4111 1111 1111 1111', 'unknown', 'Unknown'],
    ['', 'unknown', 'Unknown'],
  ])('%s is %s, %s on the wire', (number, slug, cardType) => {
    const brand = brandOf(number);
    expect([brand.slug, cardTypeOfBrand(brand.slug)]).toEqual([slug, cardType]);
  });
});

describe('the brand of the digits typed so far', () => {
  test.each([
    ['', 'unknown'],
    ['a', 'unknown'],
    ['4', 'visa'],
    ['41', 'visa'],
    ['4514', 'visa'],
    ['451416', 'elo'],
    ['5', 'unknown'],
    ['51', 'master'],
    ['2', 'master'],
    ['22', 'master'],
    ['2220', 'unknown'],
    ['3', 'unknown'],
    ['34', 'american_express'],
    ['37', 'american_express'],
    ['36', 'diners_club'],
    ['38', 'diners_club'],
    ['3841', 'hipercard'],
    ['35', 'jcb'],
    ['6', 'unknown'],
    ['60', 'unknown'],
    ['62', 'unknown'],
    ['6011', 'discover'],
    ['65', 'elo'],
    ['6500', 'discover'],
    ['81', 'union_pay'],
    ['5018', 'unknown'],
    ['4111111111111111', 'visa'],
    ['9', 'unknown'],
  ])('%j could only be %s', (typed, slug) => {
    expect(brandOf(typed, { partial: true }).slug).toBe(slug);
  });
});

test('every brand prints all the digits of its longest number in groups', () => {
  for (const { slug, lengths, grouping } of BRANDS) {
    const printed = grouping.reduce((sum, group) => sum + group, 0);
    expect(printed, slug).toBeGreaterThanOrEqual(lengths.at(-1) ?? 0);
  }
});

test('the rows of the table are well formed', () => {
  for (const { slug, prefixes, lengths } of ISSUERS) {
    for (const range of prefixes.split(' ')) {
      const [low = '', end = ''] = range.split('-');
      expect(`${slug} ${range}`).toMatch(/^\w+ \d{1,6}(-\d{1,6})?$/);
      expect(end.length, `${slug} ${range}`).toBeLessThanOrEqual(low.length);
      expect(low.slice(low.length - end.length) <= end || end === '', `${slug} ${range}`).toBe(true);
    }
    expect([...lengths].sort((a, b) => a - b)).toEqual(lengths);
  }
});
