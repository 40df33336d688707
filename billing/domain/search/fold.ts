/** Returns a text as the database folds it: the letters A to Z in lower case, all others as they are. */
export const foldedLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const titled = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/**
 * Returns the forms in which the database may hold a text that was typed in any case: one for a text of the letters A
 * to Z, otherwise four, as typed and in lower case, in capitals and with a capital at the beginning of each word.
 */
export const foldings = (text: string): readonly string[] => {
  const lower = text.toLowerCase();
  const forms = [text, lower, text.toUpperCase(), titled(lower)].map(foldedLetters);
  return forms.every((form) => form === forms[0]) ? forms.slice(0, 1) : forms;
};

/** Returns a postal code as it is compared: in lower case, without the blanks and dashes that people write. */
export const foldedPostalCode = (text: string): string => foldedLetters(text).replaceAll(/[\s-]/g, '');
