import { expect, test } from 'vitest';
import { isExempt, type Sold } from './exemption.ts';

const charge = (tax_exempt: boolean | null): Sold => ({ kind: 'charge', tax_exempt });

test.each<[string, boolean, boolean, Sold, boolean]>([
  ['a plan is taxed', true, false, { kind: 'plan', tax_exempt: false }, false],
  ['unless it is exempt', true, false, { kind: 'plan', tax_exempt: true }, true],
  ['or the account is', true, true, { kind: 'plan', tax_exempt: false }, true],
  ['a plan leaves nothing to the site', false, false, { kind: 'plan', tax_exempt: false }, false],
  ['a charge says so itself', true, false, charge(true), true],
  ['either way', false, false, charge(false), false],
  ['or leaves it to the site, which taxes', true, false, charge(null), false],
  ['or does not', false, false, charge(null), true],
  ['a credit is never taxed', true, false, { kind: 'credit' }, true],
])('%s', (_, tax_charges, tax_exempt, sold, expected) => {
  expect(isExempt({ tax_charges }, { tax_exempt }, sold)).toBe(expected);
});
