/** Text with Arabic-Indic and full-width digits written in ASCII: phones of many countries type those. */
export const asciiDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15));

/** The ASCII digits of a text, in order. */
export const digitsOf = (text: string): string => asciiDigits(text).replace(/\D/g, '');
