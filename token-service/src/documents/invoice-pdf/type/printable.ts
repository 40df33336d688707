import type { Typeset } from './typefaces.ts';

/**
 * Characters without a shape, except those that choose the form of a letter (U+200C, U+200D), let a line break
 * (U+200B), set the direction of a neighbour (U+061C, U+200E, U+200F) or isolate a text (U+2066 to U+2069).
 */
const INVISIBLE = /(?![\u061c\u200b-\u200f\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu;
/** No language stacks more marks than this on a letter; hundreds would cover the lines above. */
const SURPLUS_MARKS = /(\p{M}{8})\p{M}+/gu;
/** The place between two code points, which a joiner may hold: one picture is often several characters. */
const BETWEEN_CODES = /(?<=U\+[0-9A-F]{4,6})\u200d?(?=U\+[0-9A-F]{4})/g;

/**
 * Returns the text as it can be printed: composed, without invisible characters and marks beyond the eighth on a
 * letter, and with the code point of every character that no typeface has: `U+1F468 U+1F467`.
 */
export const printableText = (text: string, typeset: Pick<Typeset, 'having'>): string => {
  const visible = text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(SURPLUS_MARKS, '$1');
  const named = [...visible].map((one) => (isPrinted(one, typeset) ? one : codeOf(one))).join('');
  return named.replaceAll(BETWEEN_CODES, ' ');
};

/** The text that a document's typefaces are chosen for. */
export const composed = (text: string): string => text.normalize('NFC');

const NEEDS_NO_GLYPH = /^[\n\u061c\u200b-\u200f\u2066-\u2069]$/;

/** Fonts have empty glyphs for some of these. */
const CONTROL = /\p{Cc}/u;

const isPrinted = (one: string, { having }: Pick<Typeset, 'having'>): boolean =>
  NEEDS_NO_GLYPH.test(one) || (!CONTROL.test(one) && having(one.codePointAt(0) ?? 0) !== undefined);

const codeOf = (one: string): string => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
