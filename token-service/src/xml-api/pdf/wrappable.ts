import LineBreaker from 'linebreak';

/**
 * Words up to this many UTF-16 units are left to PDFKit, which measures what is left of a word again for every line it
 * fills.
 */
const LONGEST_WORD = 80;
/** Longer runs without a space may hold a long word. */
const LONG_RUN = new RegExp(`[^ \\n]{${LONGEST_WORD + 1}}`);

/** The typeface has no glyphs for these and would print a box; only the zero-width space has one. */
const INVISIBLE = /(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;
/** No language stacks more marks than this on a letter; hundreds would cover the lines above. */
const SURPLUS_MARKS = /(\p{M}{8})\p{M}+/gu;

/** What a reader sees as one character may be thousands of code points; one longer than this many units is split. */
const LONGEST_CHARACTER = 20;

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Returns the text without characters that cannot be printed: invisible ones, and marks beyond the eighth on a letter.
 */
export const printable = (text: string): string => text.replaceAll(INVISIBLE, '').replaceAll(SURPLUS_MARKS, '$1');

/**
 * Returns the text with its long words broken into lines of `width`, between characters. Takes time in proportion to
 * the length of the text. `widthOf` measures a text; it is asked once for each different character.
 */
export const wrappable = (text: string, width: number, widthOf: (text: string) => number): string => {
  if (!LONG_RUN.test(text)) return text;
  const widths = new Map<string, number>();
  const measured = (character: string): number => {
    const known = widths.get(character) ?? widthOf(character);
    widths.set(character, known);
    return known;
  };
  return wordsOf(text)
    .map((word) => (word.length > LONGEST_WORD ? broken(word, width, measured) : word))
    .join('');
};

/** Words as PDFKit wraps them, each with the spaces behind it. */
const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let end = breaker.nextBreak(); end; end = breaker.nextBreak()) {
    words.push(text.slice(start, end.position));
    start = end.position;
  }
  return words;
};

const broken = (word: string, width: number, widthOf: (text: string) => number): string => {
  // PDFKit measures a line with the line feed that ends it.
  const room = width - widthOf('\n');
  let result = '';
  let used = 0;
  for (const character of charactersOf(word)) {
    const wide = widthOf(character);
    if (used > 0 && used + wide > room) {
      result += '\n';
      used = 0;
    }
    result += character;
    used += wide;
  }
  return result;
};

const charactersOf = (word: string): string[] =>
  [...characters.segment(word)].flatMap(({ segment }) =>
    segment.length > LONGEST_CHARACTER ? [...segment] : [segment],
  );
