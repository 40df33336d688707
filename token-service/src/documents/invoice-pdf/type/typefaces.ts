import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import decompress from 'woff2-encoder/decompress';
import { type Face, openFaces } from './face.ts';

/** A font in the two weights that documents have. */
export interface Typeface {
  readonly regular: Face;
  readonly strong: Face;
}

/** The typefaces of one document. */
export interface Typeset {
  /** The typeface of everything that it has glyphs for. */
  readonly base: Typeface;
  /** The typeface for a code point; undefined where none has a glyph. */
  having(codePoint: number): Typeface | undefined;
}

/** Finds the typefaces for documents, and opens each file once, when a document needs it. */
export interface Typefaces {
  /**
   * Opens what a text needs. Han characters are drawn as in the language of the document (a locale), if it is written
   * with them; else as in Japan or Korea where the text has letters of these; else as in the first of the countries
   * (ISO 3166) that has a form of its own.
   */
  forText(text: string, locale: string, countries: readonly (string | null | undefined)[]): Promise<Typeset>;
}

/**
 * Every script but those of the base has packages of its own, each font in pieces for ranges of characters.
 */
const SCRIPTS = [
  ...['arabic', 'hebrew', 'devanagari', 'thai', 'bengali', 'tamil', 'georgian', 'armenian', 'gujarati', 'gurmukhi'],
  ...['kannada', 'malayalam', 'telugu', 'sinhala', 'khmer', 'lao', 'ethiopic'],
];
type Han = 'sc' | 'tc' | 'jp' | 'kr';
const HAN: readonly Han[] = ['sc', 'tc', 'jp', 'kr'];
const HAN_OF_COUNTRY: Readonly<Record<string, Han>> = {
  ...{ CN: 'sc', SG: 'sc', MY: 'sc', TW: 'tc', HK: 'tc', MO: 'tc', JP: 'jp', KR: 'kr', KP: 'kr' },
};
/** Scripts of languages, by their ISO 15924 codes. */
const HAN_OF_SCRIPT: Readonly<Record<string, Han>> = { Hans: 'sc', Hant: 'tc', Jpan: 'jp', Kore: 'kr' };

const WEIGHTS = { regular: 400, strong: 600 };

export const openTypefaces = (): Typefaces => {
  const base = openBase();
  const families = new Map<string, readonly Piece[]>();
  const opened = new Map<Piece, Promise<Typeface>>();
  const piecesOf = (family: string): readonly Piece[] => {
    const pieces = families.get(family) ?? readPieces(family);
    families.set(family, pieces);
    return pieces;
  };
  const open = (piece: Piece): Promise<Typeface> => {
    const typeface = opened.get(piece) ?? openPiece(piece);
    opened.set(piece, typeface);
    return typeface;
  };
  const find = async (codePoint: number, order: readonly string[]): Promise<Typeface | undefined> => {
    for (const family of order) {
      for (const piece of piecesOf(family)) {
        if (!piece.covers(codePoint)) continue;
        const typeface = await open(piece);
        if (typeface.regular.has(codePoint)) return typeface;
      }
    }
    return undefined;
  };
  return {
    async forText(text, locale, countries) {
      const others = new Map<number, Typeface>();
      const order = [...SCRIPTS, ...hanOrder(text, locale, countries)];
      for (const codePoint of new Set(Iterator.from(text).map((one) => one.codePointAt(0) ?? 0))) {
        const found = base.regular.has(codePoint) ? undefined : await find(codePoint, order);
        if (found) others.set(codePoint, found);
      }
      return { base, having: (codePoint) => (base.regular.has(codePoint) ? base : others.get(codePoint)) };
    },
  };
};

const hanOrder = (text: string, locale: string, countries: readonly (string | null | undefined)[]): Han[] => {
  const first =
    HAN_OF_SCRIPT[new Intl.Locale(locale).maximize().script ?? ''] ??
    hanOfLetters(text) ??
    countries.map((country) => HAN_OF_COUNTRY[country ?? '']).find((han) => han !== undefined);
  return first ? [first, ...HAN.filter((other) => other !== first)] : [...HAN];
};

const hanOfLetters = (text: string): Han | undefined => {
  if (/[\u3041-\u30ff]/.test(text)) return 'jp';
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : undefined;
};

/** Inter in whole files: Latin, Greek, Cyrillic and symbols. */
const openBase = (): Typeface => ({
  regular: openFaces(readInter('400Regular/Inter_400Regular'), { 'Inter-Regular': WEIGHTS.regular })[0]!,
  strong: openFaces(readInter('600SemiBold/Inter_600SemiBold'), { 'Inter-SemiBold': WEIGHTS.strong })[0]!,
});

const readInter = (name: string): Uint8Array =>
  readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}.ttf`)));

interface Piece {
  readonly family: string;
  readonly name: string;
  covers(codePoint: number): boolean;
}

/**
 * Reads a package's description of its files: names of pieces, `[12]` or `arabic`, with the ranges of their characters.
 */
const readPieces = (family: string): Piece[] => {
  const file = fileURLToPath(import.meta.resolve(`@fontsource-variable/noto-sans-${family}/unicode.json`));
  const ranges: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(ranges).map(([name, text]) => {
    const bounds = text.split(',').map((range) => {
      const [from = '', to = from] = range.replace(/^U\+/i, '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    });
    return {
      family,
      name: name.replaceAll(/[[\]]/g, ''),
      covers: (codePoint) => bounds.some(([from, to]) => from <= codePoint && codePoint <= to),
    };
  });
};

const openPiece = async ({ family, name }: Piece): Promise<Typeface> => {
  const path = `@fontsource-variable/noto-sans-${family}/files/noto-sans-${family}-${name}-wght-normal.woff2`;
  // Asynchronous reading would create the threads of the process with the low priority of this one.
  const bytes = await decompress(readFileSync(fileURLToPath(import.meta.resolve(path))));
  const called = `NotoSans${family.toUpperCase()}-${name}`;
  const [regular, strong] = openFaces(bytes, {
    [`${called}-Regular`]: WEIGHTS.regular,
    [`${called}-SemiBold`]: WEIGHTS.strong,
  });
  return { regular: regular!, strong: strong! };
};
