const DIGIT = /\p{Nd}/u;

/** Every script has its ten digits in a row, beginning with its zero. */
const ascii = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
};

/**
 * Returns the text with the digits of all scripts in ASCII: phones of many countries type Arabic-Indic or full-width
 * digits.
 */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => (digit <= '9' ? digit : ascii(digit)));

/** Returns the ASCII digits of a text, in order. */
export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '');
