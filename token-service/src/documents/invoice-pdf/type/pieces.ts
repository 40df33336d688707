import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import type { Shaped } from './face.ts';
import type { Typeface, Typeset } from './typefaces.ts';

/** A part of a line in one typeface and direction: a word or a part of it, or the spaces behind it. */
export interface Piece {
  readonly text: string;
  readonly typeface: Typeface;
  /** The embedding level (UAX 9): odd from right to left. */
  readonly level: number;
  readonly isSpace: boolean;
  /** Whether a line may end behind it. */
  readonly mayBreak: boolean;
  shaped?: Shaped;
}

/** The most units of a character as readers see it, which may be thousands of code points; a longer one is split. */
const LONGEST_CHARACTER = 20;
/** Each code point is a character of its own. */
const SIMPLE = /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u202f-\u205e\u20a0-\u20cf\u2212]*$/;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u061c\u200f]/u;
/** Scripts without spaces between words, which dictionaries divide (UAX 14, class SA). */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const SPACES = /^[ \u200b\u3000]+$/;

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });
const bidi = bidiFactory();

/** Divides one line of text. The paragraph has the direction of its first letter. */
export const piecesOf = (text: string, typeset: Typeset): Piece[] => {
  const levels = RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text).levels : undefined;
  const breaks = breaksOf(text);
  const pieces: Piece[] = [];
  let start = 0;
  let current: Pick<Piece, 'typeface' | 'level' | 'isSpace'> | undefined;
  const finish = (end: number): void => {
    if (current && end > start) {
      pieces.push({ ...current, text: text.slice(start, end), mayBreak: breaks.has(end) });
    }
    start = end;
  };
  let at = 0;
  for (const character of charactersOf(text)) {
    const level = levels?.[at] ?? 0;
    const isSpace = SPACES.test(character);
    const typeface = isSpace ? typeset.base : typefaceOf(character, typeset, current?.typeface);
    const continues =
      current?.typeface === typeface && current.level === level && current.isSpace === isSpace && !breaks.has(at);
    if (!continues) {
      finish(at);
      current = { typeface, level, isSpace };
    }
    at += character.length;
  }
  finish(at);
  return pieces;
};

/** Prefers a typeface that has the whole character: a letter and its marks. */
const typefaceOf = (character: string, { having, base }: Typeset, before: Typeface | undefined): Typeface => {
  const codePoints = [...character].map((one) => one.codePointAt(0) ?? 0);
  const [first] = codePoints;
  // Joiners and marks of direction belong to the letters before them.
  if (codePoints.length === 1 && isMark(first!)) return before ?? base;
  const named = codePoints.flatMap((codePoint) => (isMark(codePoint) ? [] : [having(codePoint)]));
  const whole = named.find((one) => codePoints.every((codePoint) => isMark(codePoint) || one?.regular.has(codePoint)));
  return whole ?? named[0] ?? base;
};

const isMark = (codePoint: number): boolean =>
  (codePoint >= 0x200b && codePoint <= 0x200f) || (codePoint >= 0x2066 && codePoint <= 0x2069) || codePoint === 0x61c;

const breaksOf = (text: string): Set<number> => {
  const breaks = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position);
  for (const run of text.matchAll(WITHOUT_SPACES)) {
    for (const { index } of words.segment(run[0])) if (index > 0) breaks.add(run.index + index);
  }
  return breaks;
};

const charactersOf = (text: string): Iterable<string> =>
  SIMPLE.test(text)
    ? text
    : [...characters.segment(text)].flatMap(({ segment }) =>
        segment.length > LONGEST_CHARACTER ? [...segment] : [segment],
      );
