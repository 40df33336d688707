import { expect, test } from 'vitest';
import { ibanFault, normaliseIban } from './iban.ts';

test.each([
  ['DE89370400440532013000', undefined],
  ['de89 3704 0044 0532 0130 00', undefined],
  ['FR14-2004-1010-0505-0001-3M02-606', undefined], // M is 22
  ['MT84MALT011000012345MTLCAST001S', undefined],
  ['NO9386011117947', undefined],
  ['DE88370400440532013000', 'check_digits'],
  ['DE89370400440532013001', 'check_digits'],
  ['DE98370400440532013000', 'check_digits'], // the check digits in the wrong order
  ['DE8937040044053201300', 'form'],
  ['DE893704004405320130000', 'form'],
  ['FR1420041010050500013N02606', 'check_digits'],
  ['BR1500000000000010932840814P2', 'country'], // an IBAN, outside the euro payments area
  ['US64SVBKUS6S3300958879', 'country'],
  ['DE', 'form'],
  ['021000021', 'form'],
  ['', 'form'],
])('the IBAN %j: %s', (written, fault) => {
  expect(ibanFault(normaliseIban(written))).toBe(fault);
});

test('every single wrong digit and every swap of neighbours is found', () => {
  const iban = 'DE89370400440532013000';
  const wrong = [...iban].flatMap((character, place) => {
    if (!/\d/.test(character)) return [];
    const others = [...'0123456789'].filter((digit) => digit !== character);
    const replaced = others.map((digit) => iban.slice(0, place) + digit + iban.slice(place + 1));
    const next = iban[place + 1];
    const swapped = next && next !== character ? [iban.slice(0, place) + next + character + iban.slice(place + 2)] : [];
    return [...replaced, ...swapped];
  });
  expect(wrong.length).toBeGreaterThan(180);
  expect(wrong.filter((one) => ibanFault(one) === undefined)).toEqual([]);
});
