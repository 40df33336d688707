import { expect, test } from 'vitest';
import { containsCardNumber } from './find.ts';

test.each([
  ['4111111111111111'],
  ['My card is 4111 1111 1111 1111, until 12/30, code 123.'],
  ['12/30 4111-1111-1111-1111 123'],
  ['3782 822463 10005'],
  ['4111.1111.1111.1111'],
  ['4111\u00a01111\u20131111 - 1111'],
  ['41111111 11111111'],
  ['order4111111111111111x'],
  ['%B4111111111111111^DOE/JANE^2512'],
  [';5555555555554444=2512'],
  ['4222222222222'],
  ['4222 2222 2222 2'],
  ['6304 0000 0000'],
  ['6011000990139424'],
  ['30569309025904'],
  ['9792030394440796'],
])('%j contains a card number', (text) => {
  expect(containsCardNumber(text)).toBe(true);
});

test.each([
  [''],
  ['no digits'],
  ['4111111111111112'],
  ['4111 1111 1111'],
  ['411111111111111100000'],
  // These pass the mod-10 check and fit no brand: a barcode, milliseconds, a moment, years.
  ['EAN 0012345678903'],
  ['1732104000002'],
  ['20261120120005'],
  ['2019 2020 2021 2020'],
  // The last twelve digits fit a brand and pass the check.
  ['01934f6c-1b2a-7c3d-9e4f-630400000000'],
  ['a64111111111111111b7c8d9e0f1a2b3'],
  ['+49 151 23456789'],
  // Passes the check, in the prefix of a network whose numbers are longer.
  ['6281234567893'],
  ['601100000003'],
  // 40 to 47, of which the last makes the digits pass the check.
  ['Seats 40 41 42 43 44 45 46 45'],
  ['0000000000000000'],
])('%j contains none', (text) => {
  expect(containsCardNumber(text)).toBe(false);
});

test('a long text is searched quickly, whatever it is made of', () => {
  for (const text of ['41 '.repeat(3333), '4111 '.repeat(2000), '4'.repeat(10_000), '4-'.repeat(5000)]) {
    const started = performance.now();
    for (let time = 0; time < 10; time += 1) containsCardNumber(text.slice(0, 9999));
    expect(performance.now() - started).toBeLessThan(1000);
  }
});
