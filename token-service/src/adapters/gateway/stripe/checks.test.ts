import { expect, test } from 'vitest';
import { checksOf, UNCHECKED } from './checks.ts';

const CHECKS = { pass: 'Y', fail: 'N', unavailable: null, unchecked: null } as const;

test.each([
  ['pass', 'pass', 'D'],
  ['pass', 'fail', 'A'],
  ['fail', 'pass', 'Z'],
  ['fail', 'fail', 'N'],
  ['unchecked', 'pass', 'P'],
  ['pass', 'unchecked', 'B'],
  ['unavailable', 'unavailable', 'U'],
  ['unavailable', 'pass', 'P'],
  ['fail', 'unchecked', 'N'],
  ['unchecked', 'unchecked', undefined],
  [null, null, undefined],
] as const)('street %s and postal code %s: AVS %s', (street, postal, code) => {
  const checked = checksOf({ address_line1_check: street, address_postal_code_check: postal, cvc_check: null });
  expect(checked.avs?.code).toBe(code);
  expect(checked.avs_street).toBe(street === null ? null : CHECKS[street]);
  expect(checked.avs_postal).toBe(postal === null ? null : CHECKS[postal]);
  expect(checked.cvv).toBeNull();
});

test.each([
  ['pass', 'M'],
  ['fail', 'N'],
  ['unavailable', 'U'],
  ['unchecked', 'P'],
  [null, undefined],
])('security code %s: CVV %s', (cvc_check, code) => {
  const checked = checksOf({ address_line1_check: null, address_postal_code_check: null, cvc_check });
  expect(checked.cvv?.code).toBe(code);
});

test('a payment without a card has no checks', () => {
  expect(checksOf(undefined)).toEqual(UNCHECKED);
});
