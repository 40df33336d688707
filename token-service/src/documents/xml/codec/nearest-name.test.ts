import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const NAMES = ['account_code', 'email', 'first_name', 'last_name', 'zip', 'number'];

test.each([
  ['accountcode', 'account_code'],
  ['AccountCode', 'account_code'],
  ['account-code', 'account_code'],
  ['acount_code', 'account_code'],
  ['accuont_code', 'account_code'],
  ['emial', 'email'],
  ['ZIP', 'zip'],
  ['fist_name', 'first_name'],
  // One slip in a name of five letters or more, two in ten.
  ['zap', undefined],
  ['mails', undefined],
  ['shoe_size', undefined],
  ['__proto__', undefined],
  ['', undefined],
  ['account_code'.repeat(10), undefined],
])('%s is meant as %s', (name, meant) => {
  expect(nearestName(name, NAMES)).toBe(meant);
});
