/** As many digits as a page may learn of a card, less one: a text with more may be the number itself. */
const MOST_DIGITS = 5;
const LONGEST = 100;

/**
 * Returns the name on a card that the page may have; undefined for anything else that software wrote into that input: a
 * text with six or more digits, in any script and however they are separated, or one without a letter.
 */
export const cardholder = (text: string): string | undefined => {
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return digits <= MOST_DIGITS && /\p{L}/u.test(text) ? text.slice(0, LONGEST) : undefined;
};
