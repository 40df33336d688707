/** Postal codes of the countries whose taxes depend on them: with an impossible one, an order would not be taxed. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  // The lowest one in use is 00501.
  US: /^(?!000)\d{5}([ -]?\d{4})?$/,
  CA: /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i,
};

/** Returns whether no place of the country can have this postal code. One that is empty is not known, and possible. */
export const isImpossiblePostalCode = (country: string, postalCode: string): boolean => {
  const written = postalCode.trim();
  return written !== '' && PATTERNS[country.toUpperCase()]?.test(written) === false;
};
