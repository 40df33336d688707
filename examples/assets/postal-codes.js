/** Postal codes of the countries whose taxes depend on them: with an impossible one, an order would not be taxed. */

const COUNTRIES = {
  // The lowest one in use is 00501.
  US: [/^(?!000)\d{5}([ -]?\d{4})?$/, 'Check the postal code. In the United States it has five digits, such as 94105.'],
  CA: [/^[a-z]\d[a-z][ -]?\d[a-z]\d$/i, 'Check the postal code. In Canada it looks like K1A 0B1.'],
};

/** Returns the text for a postal code that its country cannot have; empty for any other, and for none. */
export const postalFault = (country, postalCode) => {
  const [pattern, words] = COUNTRIES[country] ?? [/^/, ''];
  const written = postalCode.trim();
  return written === '' || pattern.test(written) ? '' : words;
};
