import { type EmbeddedFont, embeddedFont, toThousandths } from './embedded-font.ts';
import type { Cluster, Face, Glyph } from './face.ts';
import type { TextLine } from './lines.ts';
import { textsOf } from './readable.ts';

type PDF = PDFKit.PDFDocument;

/** Draws lines of text, and remembers the glyphs that the document needs. */
export interface Pen {
  /** Draws a line from `x` on the baseline `y`, in points from the top left of the page. */
  draw(line: TextLine, x: number, y: number, size: number): void;
  /** Writes the fonts into the document. */
  finish(): void;
}

export const pen = (doc: PDF): Pen => {
  const fonts = new Map<Face, EmbeddedFont>();
  const fontOf = (face: Face): EmbeddedFont => {
    const font = fonts.get(face) ?? embeddedFont(doc, face, fonts.size + 1);
    fonts.set(face, font);
    return font;
  };
  return {
    draw({ parts }, x, y, size) {
      if (parts.length === 0) return;
      const text = textObject(x, y, size);
      const later: (() => void)[] = [];
      let start = 0;
      for (const { face, shaped, rightToLeft } of parts) {
        const font = fontOf(face);
        font.onPage();
        for (const cluster of shaped.clusters) {
          const texts = textsOf(cluster, face, rightToLeft);
          const placed = placedFrom(start, cluster);
          const show = ({ glyph, at }: Placed): void => {
            text.font(font.id);
            text.glyph(font.codeOf(glyph.id, texts.get(glyph) ?? ''), at, glyph.y, face.widthOf(glyph.id));
          };
          const [wide, marks] = wideAndMarks(placed);
          const isDivided = placed.length > 1 && (wide.length !== 1 || !rightToLeft);
          if (isDivided) text.span(cluster.text, () => wide.forEach(show));
          else wide.forEach(show);
          if (marks.length > 0) {
            const showMarks = (): void => marks.forEach(show);
            if (rightToLeft) later.push(showMarks);
            else text.span('', showMarks);
          }
          start += cluster.width;
        }
      }
      // A word from right to left is found only if nothing divides it.
      if (later.length > 0)
        text.span('', () => {
          for (const show of later) show();
        });
      // Missing in the types of PDFKit.
      (doc as unknown as { addContent(content: string): void }).addContent(text.content());
    },
    finish() {
      for (const font of fonts.values()) font.embed();
    },
  };
};

interface Placed {
  readonly glyph: Glyph;
  /** The distance from the left end of the line. */
  readonly at: number;
}

const placedFrom = (start: number, { glyphs }: Cluster): Placed[] => {
  let at = start;
  return glyphs.map((glyph) => {
    const placed = { glyph, at: at + glyph.x };
    at += glyph.advance;
    return placed;
  });
};

/** Glyphs that take room, or else one that stands for them, and those that are drawn over these. */
const wideAndMarks = (placed: readonly Placed[]): [readonly Placed[], readonly Placed[]] => {
  const wide = placed.filter(({ glyph }) => glyph.advance > 0);
  return wide.length > 0
    ? [wide, placed.filter(({ glyph }) => glyph.advance <= 0)]
    : [placed.slice(0, 1), placed.slice(1)];
};

/** The operators of a text object (ISO 32000, section 9.4). Lengths of glyphs are thousandths of the type size. */
const textObject = (x: number, y: number, size: number) => {
  // PDFKit measures pages from the top, so text is turned around.
  const lines = ['BT', `1 0 0 -1 ${toThousandths(x)} ${toThousandths(y)} Tm`];
  let shown: string[] = [];
  let digits = '';
  let font = '';
  let rise = 0;
  /** The position at which the viewer would draw the next glyph. */
  let end = 0;

  const closeString = (): void => {
    if (digits !== '') shown.push(`<${digits}>`);
    digits = '';
  };
  const flush = (): void => {
    closeString();
    if (shown.length > 0) lines.push(`[${shown.join(' ')}] TJ`);
    shown = [];
  };

  return {
    font(id: string): void {
      if (id === font) return;
      flush();
      lines.push(`/${id} ${toThousandths(size)} Tf`);
      font = id;
    },
    /** Shows glyphs that stand for this text together. */
    span(text: string, show: () => void): void {
      flush();
      const units = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
      lines.push(`/Span <</ActualText <${units.toString('hex')}>>> BDC`);
      show();
      flush();
      lines.push('EMC');
    },
    glyph(code: number, at: number, up: number, width: number): void {
      if (up !== rise) {
        flush();
        lines.push(`${toThousandths((up * size) / 1000)} Ts`);
        rise = up;
      }
      const move = toThousandths(at - end);
      if (move !== 0) {
        closeString();
        // A positive number moves to the left.
        shown.push(String(-move));
      }
      digits += code.toString(16).padStart(4, '0');
      end = at + width;
    },
    content(): string {
      flush();
      // The rise outlives the text object.
      return [...lines, ...(rise === 0 ? [] : ['0 Ts']), 'ET'].join('\n');
    },
  };
};
