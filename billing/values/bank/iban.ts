/** The length of an IBAN in each country of SEPA, the euro payments area. */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27 },
  ...{ GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24 },
  ...{ ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19, SK: 24, SM: 27, VA: 22 },
};

/** Returns an IBAN as it is stored and sent: in capitals, without blanks and dashes. */
export const normaliseIban = (written: string): string => written.replace(/[\s-]/g, '').toUpperCase();

/** The remainder modulo 97 of a number of any length, in which letters stand for two digits: A for 10, Z for 35. */
const remainderOf = (characters: string): number => {
  let remainder = 0;
  for (const character of characters) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
};

/**
 * Returns why a normalised text is no IBAN of an account in the euro payments area; undefined for one that is. The
 * first four characters, the country and two check digits, are moved to the end: then the whole is 1 modulo 97.
 */
export const ibanFault = (iban: string): 'form' | 'check_digits' | 'country' | undefined => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return 'form';
  const length = LENGTHS[iban.slice(0, 2)];
  if (length === undefined) return 'country';
  if (iban.length !== length) return 'form';
  return remainderOf(iban.slice(4) + iban.slice(0, 4)) === 1 ? undefined : 'check_digits';
};
