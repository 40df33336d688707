import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FontFamily } from '@service/billing/resources/font-families.ts';
import decompress from 'woff2-encoder/decompress';
import { FONT_NAMES } from '../../brand/fonts.ts';
import { type Face, openFaces } from './face.ts';

/** A font in the two weights that documents have. */
export interface Typeface {
  readonly regular: Face;
  readonly strong: Face;
}

/** The typefaces of one document. */
export interface Typeset {
  /** The typeface of spaces, and the one that lines are measured by. */
  readonly base: Typeface;
  /** The typeface for a code point; undefined where none has a glyph. */
  having(codePoint: number): Typeface | undefined;
}

/** Finds the typefaces for documents, and opens each file once, when a document needs it. */
export interface Typefaces {
  /**
   * Opens what a text needs. Its letters are those of `font` where this has them, else those of Inter, else those of
   * the script. Han characters are drawn as in the language of the document (a locale), if it is written with them;
   * else as in Japan or Korea where the text has letters of these; else as in the first of the countries (ISO 3166)
   * that has a form of its own.
   */
  forText(
    text: string,
    locale: string,
    countries: readonly (string | null | undefined)[],
    font?: FontFamily,
  ): Promise<Typeset>;
}

/** Every script but those of Inter has packages of its own, each font in pieces for ranges of characters. */
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
  const inter = openInter();
  const fonts = new Map<string, readonly Piece[]>();
  const opened = new Map<Piece, Promise<Typeface>>();
  const piecesOf = (font: string): readonly Piece[] => {
    const pieces = fonts.get(font) ?? readPieces(font);
    fonts.set(font, pieces);
    return pieces;
  };
  const open = (piece: Piece): Promise<Typeface> => {
    const typeface = opened.get(piece) ?? openPiece(piece);
    opened.set(piece, typeface);
    return typeface;
  };
  const find = async (codePoint: number, order: readonly string[]): Promise<Typeface | undefined> => {
    for (const font of order) {
      for (const piece of piecesOf(font)) {
        if (!piece.covers(codePoint)) continue;
        const typeface = await open(piece);
        if (typeface.regular.has(codePoint)) return typeface;
      }
    }
    return undefined;
  };
  return {
    async forText(text, locale, countries, font = 'inter') {
      const brand = font === 'inter' ? [] : [font];
      const scripts = [...SCRIPTS, ...hanOrder(text, locale, countries)].map((script) => NOTO + script);
      const others = new Map<number, Typeface>();
      for (const codePoint of new Set(Iterator.from(text).map((one) => one.codePointAt(0) ?? 0))) {
        const found =
          (await find(codePoint, brand)) ?? (inter.regular.has(codePoint) ? undefined : await find(codePoint, scripts));
        if (found) others.set(codePoint, found);
      }
      return {
        base: (await find(SPACE, brand)) ?? inter,
        having: (codePoint) => others.get(codePoint) ?? (inter.regular.has(codePoint) ? inter : undefined),
      };
    },
  };
};

const SPACE = 0x20;

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
const openInter = (): Typeface => ({
  regular: openFaces(readInter('400Regular/Inter_400Regular'), { 'Inter-Regular': WEIGHTS.regular })[0]!,
  strong: openFaces(readInter('600SemiBold/Inter_600SemiBold'), { 'Inter-SemiBold': WEIGHTS.strong })[0]!,
});

const readInter = (name: string): Uint8Array =>
  readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}.ttf`)));

interface Piece {
  /** The name of the font's package. */
  readonly font: string;
  readonly name: string;
  covers(codePoint: number): boolean;
}

/**
 * Reads a package's description of its files: names of pieces, `[12]` or `arabic`, with the ranges of their characters.
 */
const readPieces = (font: string): Piece[] => {
  const file = fileURLToPath(import.meta.resolve(`@fontsource-variable/${font}/unicode.json`));
  const ranges: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(ranges).map(([name, text]) => {
    const bounds = text.split(',').map((range) => {
      const [from = '', to = from] = range.replace(/^U\+/i, '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    });
    return {
      font,
      name: name.replaceAll(/[[\]]/g, ''),
      covers: (codePoint) => bounds.some(([from, to]) => from <= codePoint && codePoint <= to),
    };
  });
};

const openPiece = async ({ font, name }: Piece): Promise<Typeface> => {
  const path = `@fontsource-variable/${font}/files/${font}-${name}-wght-normal.woff2`;
  // Asynchronous reading would create the threads of the process with the low priority of this one.
  const bytes = await decompress(readFileSync(fileURLToPath(import.meta.resolve(path))));
  const called = `${nameOf(font)}-${name}`;
  const [regular, strong] = openFaces(bytes, {
    [`${called}-Regular`]: WEIGHTS.regular,
    [`${called}-SemiBold`]: WEIGHTS.strong,
  });
  return { regular: regular!, strong: strong! };
};

const NOTO = 'noto-sans-';

const nameOf = (font: string): string =>
  font.startsWith(NOTO)
    ? `NotoSans${font.slice(NOTO.length).toUpperCase()}`
    : FONT_NAMES[font as FontFamily].replaceAll(' ', '');
