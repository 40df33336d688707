import type { Face, Shaped } from './face.ts';
import type { Piece } from './pieces.ts';

/** The style in which text is set. */
export interface TypeSetting {
  readonly weight: 'regular' | 'strong';
  readonly tabular: boolean;
}

/** A part of a line that is ready to be drawn. */
export interface Drawn {
  readonly face: Face;
  readonly shaped: Shaped;
  readonly rightToLeft: boolean;
}

/** The parts of a line from left to right; the width in thousandths of the type size. */
export interface TextLine {
  readonly parts: readonly Drawn[];
  readonly width: number;
}

/**
 * Wraps the pieces of a text to a width (in thousandths of the type size), between words, or inside a word that is
 * wider than a line. Takes time in proportion to the length of the text.
 */
export const wrapped = (pieces: readonly Piece[], width: number, setting: TypeSetting): TextLine[] => {
  const lines: Piece[][] = [[]];
  let used = 0;
  const begin = (): void => {
    lines.push([]);
    used = 0;
  };
  const put = (piece: Piece): void => {
    lines.at(-1)!.push(piece);
    used += widthOf(piece, setting);
  };
  for (const word of wordsOf(pieces)) {
    const wide = inkOf(word, setting);
    if (used > 0 && used + wide > width) begin();
    if (wide <= width) {
      word.forEach(put);
      continue;
    }
    for (const piece of word) {
      for (const part of dividedOf(piece, width, () => width - used, setting)) {
        if (used > 0 && !part.isSpace && used + widthOf(part, setting) > width) begin();
        put(part);
      }
    }
  }
  return lines.map((line) => lineOf(line, setting));
};

/** Returns one line, however wide. */
export const lineOf = (pieces: readonly Piece[], setting: TypeSetting): TextLine => {
  const end = pieces.findLastIndex(({ isSpace }) => !isSpace) + 1;
  const parts = inVisualOrder(pieces.slice(0, end)).map((piece) => ({
    face: piece.typeface[setting.weight],
    shaped: shapedOf(piece, setting),
    rightToLeft: isRightToLeft(piece),
  }));
  return { parts, width: parts.reduce((sum, { shaped }) => sum + shaped.width, 0) };
};

const isRightToLeft = ({ level }: Piece): boolean => level % 2 === 1;

/** A piece is of one text in one setting, so it is shaped once. */
const shapedOf = (piece: Piece, { weight, tabular }: TypeSetting): Shaped => {
  piece.shaped ??= piece.typeface[weight].shape(piece.text, { rightToLeft: isRightToLeft(piece), tabular });
  return piece.shaped;
};

const widthOf = (piece: Piece, setting: TypeSetting): number => shapedOf(piece, setting).width;

/** The width of a word without the spaces behind it, which may hang over the end of a line. */
const inkOf = (word: readonly Piece[], setting: TypeSetting): number => {
  const end = word.findLastIndex(({ isSpace }) => !isSpace) + 1;
  return word.slice(0, end).reduce((sum, piece) => sum + widthOf(piece, setting), 0);
};

function* wordsOf(pieces: readonly Piece[]): Generator<Piece[]> {
  let word: Piece[] = [];
  for (const piece of pieces) {
    word.push(piece);
    if (!piece.mayBreak) continue;
    yield word;
    word = [];
  }
  if (word.length > 0) yield word;
}

/** Divides a piece between its clusters: into what is left of a line, and lines of their own. */
function* dividedOf(piece: Piece, width: number, left: () => number, setting: TypeSetting): Generator<Piece> {
  if (piece.isSpace || widthOf(piece, setting) <= left()) {
    yield piece;
    return;
  }
  const { clusters } = shapedOf(piece, setting);
  const inReadingOrder = isRightToLeft(piece) ? clusters.toReversed() : clusters;
  let text = '';
  let used = 0;
  let room = left();
  const { shaped: _, ...others } = piece;
  for (const cluster of inReadingOrder) {
    if (text !== '' && used + cluster.width > room) {
      yield { ...others, text, mayBreak: true };
      text = '';
      used = 0;
      room = width;
    }
    text += cluster.text;
    used += cluster.width;
  }
  yield { ...others, text };
}

/** Reorders the pieces of a line (UAX 9, rule L2). */
const inVisualOrder = (pieces: readonly Piece[]): readonly Piece[] => {
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  let order = [...pieces];
  for (let level = highest; level > 0; level -= 1) {
    const next: Piece[] = [];
    let run: Piece[] = [];
    for (const piece of order) {
      if (piece.level >= level) {
        run.push(piece);
        continue;
      }
      next.push(...run.reverse(), piece);
      run = [];
    }
    order = [...next, ...run.reverse()];
  }
  return order;
};
