/**
 * The postal codes of the countries that the shop delivers to. Ireland's are optional, and often written without. In
 * the United States and Canada taxes depend on them: with an impossible one, an order would not be taxed.
 */

const COUNTRIES = {
  // The lowest one in use is 00501.
  US: [/^(?!000)\d{5}([ -]?\d{4})?$/, 'In the United States it has five digits, such as 94105.'],
  CA: [/^[a-z]\d[a-z][ -]?\d[a-z]\d$/i, 'In Canada it looks like K1A 0B1.'],
  GB: [/^[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}$/i, 'In the United Kingdom it looks like SW1A 1AA.'],
  FR: [/^(?!00)\d{5}$/, 'In France it has five digits, such as 75001.'],
  DE: [/^(?!00)\d{5}$/, 'In Germany it has five digits, such as 10115.'],
  AU: [/^\d{4}$/, 'In Australia it has four digits, such as 2000.'],
  JP: [/^\d{3}-?\d{4}$/, 'In Japan it has seven digits, such as 100-0001.'],
};

/** Returns the text for a postal code that its country cannot have; empty for any other, and for none. */
export const postalFault = (country, postalCode) => {
  const [pattern, words] = COUNTRIES[country] ?? [/^/, ''];
  const written = postalCode.trim();
  return written === '' || pattern.test(written) ? '' : `Check the postal code. ${words}`;
};
