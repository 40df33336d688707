import { Blob, Buffer, BufferFlag, Direction, Feature, Font, Face as OpenFace, shape, Variation } from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

/** A glyph with its place. Lengths are thousandths of the type size. */
export interface Glyph {
  readonly id: number;
  readonly advance: number;
  readonly x: number;
  readonly y: number;
}

/** Glyphs that stand for a text together, and cannot be divided: a letter, a ligature, a syllable of Devanagari. */
export interface Cluster {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  readonly width: number;
}

/** Clusters in the order in which they are drawn, from left to right. */
export interface Shaped {
  readonly clusters: readonly Cluster[];
  readonly width: number;
}

export interface ShapeOptions {
  readonly rightToLeft: boolean;
  /** Digits of equal width. */
  readonly tabular: boolean;
}

/** A font file in one weight. */
export interface Face {
  /** As it is called in documents: `NotoSansThai-Regular`. */
  readonly name: string;
  /** TrueType. */
  readonly bytes: Uint8Array;
  /** The position on the file's axis of weights, if it has one. */
  readonly weight: number | undefined;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly box: readonly number[];
  /** Whether the font has a glyph of its own for a code point. */
  has(codePoint: number): boolean;
  /** The width of a glyph in thousandths of the type size. */
  widthOf(glyph: number): number;
  /** The text of a glyph that a code point has for itself; undefined of ligatures and contextual forms. */
  textOf(glyph: number): string | undefined;
  shape(text: string, how: ShapeOptions): Shaped;
}

/** A document measures the same words several times, and writes them once. */
const ENTRIES = 2000;
const LONGEST_TEXT = 100;

/** Contextual alternates take most of the time of shaping text, and figures do not need them. */
const TABULAR = [new Feature('tnum', 1), new Feature('calt', 0)];

const buffer = new Buffer();

/** Returns the weights of a font file, in TrueType: `names` are those of the weights in documents. */
export const openFaces = (bytes: Uint8Array, weights: Readonly<Record<string, number>>): Face[] => {
  const opened = new OpenFace(new Blob(bytes));
  const isVariable = 'wght' in opened.getAxisInfos();
  const codePoints = new Set(opened.collectUnicodes());
  return Object.entries(weights).map(([name, value]) =>
    face(name, bytes, opened, codePoints, isVariable ? value : undefined),
  );
};

const face = (
  name: string,
  bytes: Uint8Array,
  opened: OpenFace,
  codePoints: ReadonlySet<number>,
  weight: number | undefined,
): Face => {
  const font = new Font(opened);
  if (weight !== undefined) font.setVariations([new Variation('wght', weight)]);
  const thousandths = (units: number): number => (units * 1000) / opened.upem;
  const { ascender, descender } = font.hExtents();
  const shapes = new LRUCache<string, Shaped>({ max: ENTRIES });
  const widths = new Map<number, number>();
  let texts: Map<number, string> | undefined;

  const shapeAnew = (text: string, { rightToLeft, tabular }: ShapeOptions): Shaped => {
    buffer.clearContents();
    buffer.addText(text);
    buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    buffer.guessSegmentProperties();
    shape(font, buffer, tabular ? TABULAR : []);
    return clustersOf(text, buffer.getGlyphInfosAndPositions() as readonly Positioned[], thousandths);
  };

  return {
    name,
    bytes,
    weight,
    ascent: thousandths(ascender),
    descent: thousandths(descender),
    capHeight: thousandths(capHeightOf(opened) ?? ascender),
    box: boxOf(opened).map(thousandths),
    has: (codePoint) => codePoints.has(codePoint),
    widthOf(glyph) {
      const width = widths.get(glyph) ?? thousandths(font.glyphHAdvance(glyph));
      widths.set(glyph, width);
      return width;
    },
    textOf(glyph) {
      texts ??= new Map(
        [...codePoints].reverse().map((one) => [font.nominalGlyph(one) ?? 0, String.fromCodePoint(one)]),
      );
      return glyph === 0 ? undefined : texts.get(glyph);
    },
    shape(text, how) {
      if (text.length > LONGEST_TEXT) return shapeAnew(text, how);
      const key = `${Number(how.rightToLeft)}${Number(how.tabular)}${text}`;
      const shaped = shapes.get(key) ?? shapeAnew(text, how);
      shapes.set(key, shaped);
      return shaped;
    },
  };
};

interface Positioned {
  /** The glyph, despite its name. */
  readonly codepoint: number;
  readonly cluster: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

const clustersOf = (text: string, glyphs: readonly Positioned[], thousandths: (units: number) => number): Shaped => {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  const clusters: { start: number; glyphs: Glyph[]; width: number }[] = [];
  for (const { codepoint: id, cluster: start, xAdvance, xOffset, yOffset } of glyphs) {
    if (clusters.at(-1)?.start !== start) clusters.push({ start, glyphs: [], width: 0 });
    const advance = thousandths(xAdvance);
    const last = clusters.at(-1)!;
    last.glyphs.push({ id, advance, x: thousandths(xOffset), y: thousandths(yOffset) });
    last.width += advance;
  }
  return {
    clusters: clusters.map(({ start, ...cluster }) => ({ ...cluster, text: text.slice(start, ends.get(start)) })),
    width: clusters.reduce((sum, { width }) => sum + width, 0),
  };
};

const viewOf = (opened: OpenFace, table: string): DataView | undefined => {
  const bytes = opened.referenceTable(table);
  return bytes && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** The bounds of all glyphs, from the table `head`. */
const boxOf = (opened: OpenFace): number[] => {
  const head = viewOf(opened, 'head');
  return [36, 38, 40, 42].map((offset) => head?.getInt16(offset) ?? 0);
};

const capHeightOf = (opened: OpenFace): number | undefined => {
  const os2 = viewOf(opened, 'OS/2');
  return os2 && os2.byteLength >= 90 ? os2.getInt16(88) : undefined;
};
