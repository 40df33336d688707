import { europeanCountries } from '@service/billing/values/tax/places.ts';
import { isVatNumber, readVatNumber } from '@service/billing/values/tax/vat-number.ts';
import fc from 'fast-check';
import { checkVAT, countries } from 'jsvat-next';
import { expect, test } from 'vitest';

/**
 * Countries whose leading digits or letters the library refuses, although the register of the Commission allows them.
 */
const STRICTER_LIBRARY = ['DE', 'EE', 'ES', 'IE', 'MT', 'RO', 'SE', 'SI', 'SK'];
/** The library takes Czech numbers of more than ten digits, which the register does not have. */
const isTooLong = (country: string, digits: string): boolean => country === 'CZ' && digits.length > 10;

const digit = fc.constantFrom(...'0123456789');
const either = fc.constantFrom(...'0123456789ABUWX');
const written = fc
  .tuple(
    fc.constantFrom('', 'U'),
    fc.array(either, { maxLength: 2 }),
    fc.array(digit, { minLength: 2, maxLength: 12 }),
    fc.array(either, { maxLength: 3 }),
  )
  .map((parts) => parts.flat().join(''));

const NUMBERS = fc.sample(written, { numRuns: 3000, seed: 20_260_315 });

test.each(europeanCountries())('numbers of %s look like those of jsvat', (country) => {
  const { prefix } = readVatNumber(country, '');
  // Few random numbers have the length of one country's, so each number is also tried cut and filled to 8 to 12 digits.
  const shaped = NUMBERS.flatMap((number) => [number, ...[8, 9, 10, 11, 12].map((length) => number.slice(-length))]);
  const disagreeing = shaped.filter((number) => {
    const { isValid, isValidFormat, country: found } = checkVAT(prefix + number, [...countries]);
    const accepted = isVatNumber('production', country, prefix + number);
    const theirs = found?.isoCode.short === country;
    if (theirs && isValid && !accepted) return !isTooLong(country, number);
    return accepted && !(theirs && isValidFormat) && !STRICTER_LIBRARY.includes(country);
  });
  expect(disagreeing).toEqual([]);
  expect(shaped.some((number) => isVatNumber('production', country, prefix + number))).toBe(true);
});
