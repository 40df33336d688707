/** A word of a text, a name such as `token_id` or `line_items.quantity`, or the beginning of 3-D Secure. */
const WORD = /3-D\b|[\p{L}\p{N}]+(?:[_.][\p{L}\p{N}]+)*/gu;

/** A word of a text with the terms that the index knows it by. */
export interface FoundWord {
  /** The place of its first letter in the text. */
  readonly at: number;
  readonly word: string;
  readonly terms: readonly string[];
}

/** Returns the words of a text in their order. */
export const wordsIn = (text: string): FoundWord[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ at: index, word, terms: termsOf(word) }));

/** Returns the terms of a text: its words in the singular and lower case, and the parts of names. */
export const termsIn = (text: string): string[] => wordsIn(text).flatMap(({ terms }) => terms);

/** Returns one term for each word or name of a text. */
export const wholeTermsIn = (text: string): string[] => wordsIn(text).flatMap(({ terms }) => terms.slice(0, 1));

/** `PaymentForm` is found as paymentform, payment and form. */
const termsOf = (word: string): string[] => {
  const parts = word.split(/[_.]|(?<=\p{Ll})(?=\p{Lu})/u);
  return [...new Set([word, ...(parts.length > 1 ? parts : [])].map(termOf))];
};

/** Returns a word in the form that the index has: lower case, without the ending of a plural. */
const termOf = (word: string): string => {
  const lower = word.toLowerCase().replace('-', '');
  if (lower.length < 4 || !lower.endsWith('s') || lower.endsWith('ss')) return lower;
  if (lower.endsWith('ies')) return `${lower.slice(0, -3)}y`;
  return lower.slice(0, /(?:ch|sh|ss|x)es$/.test(lower) ? -2 : -1);
};
