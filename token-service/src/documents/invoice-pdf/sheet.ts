import { LRUCache } from 'lru-cache';
import { LIGHT } from '../../pages/style/tokens.ts';
import { type PdfStructure, pdfStructureOf, type Tag } from './structure.ts';
import { lineOf, type TextLine, type TypeSetting, wrapped } from './type/lines.ts';
import { pen } from './type/pen.ts';
import { type Direction, piecesOf } from './type/pieces.ts';
import { printableText } from './type/printable.ts';
import type { Typeset } from './type/typefaces.ts';

export type PdfDocument = PDFKit.PDFDocument;

// Points.
export const MARGIN = 56;
const FOOT = 48;

export const INK = LIGHT.ink;
export const QUIET = LIGHT.quiet;
/** The colour of the service, for merchants without their own. */
export const ACCENT = LIGHT.accent;
/** The paper. */
export const PAPER = LIGHT.surface;
const HAIRLINE = LIGHT.line;

export interface PrintStyle {
  readonly size: number;
  readonly strong?: boolean;
  readonly color?: string;
  /** Digits of equal width, so that columns of figures align. */
  readonly tabular?: boolean;
}

export const LABEL: PrintStyle = { size: 8, color: QUIET };
export const TEXT: PrintStyle = { size: 9.5 };

/** Writes pages from top to bottom. What is written belongs to the element of the structure that is being drawn. */
export interface Sheet extends Omit<PdfStructure, 'link'> {
  readonly left: number;
  readonly right: number;
  /** Top of the next element. */
  y: number;
  /** Height of a text wrapped to a width. */
  height(text: string, style: PrintStyle, width: number): number;
  width(text: string, style: PrintStyle): number;
  /** Writes text wrapped to the width of a box, over as many pages as it takes. */
  write(text: string, box: { readonly x: number; readonly y: number; readonly width: number }, style: PrintStyle): void;
  /** Writes one line that ends at `x`. */
  writeBefore(text: string, x: number, y: number, style: PrintStyle): void;
  /** Writes one line that begins at `x` and leads to an address. */
  linkAt(text: string, address: string, x: number, style: PrintStyle): void;
  /** Starts a new page if less than `height` is left, and calls `again` there. */
  need(height: number, again?: () => void): void;
  /** Draws a PNG or JPEG file, in Base64, in a box; `alt`: what it shows, nothing for a decoration. */
  picture(
    file: string,
    box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
    alt?: string,
  ): void;
  rule(color?: string, thickness?: number): void;
}

export type { Tag };

/** Distance between two baselines. */
export const leading = ({ size }: Pick<PrintStyle, 'size'>): number => size * 1.5;

/** A text is measured before it is written. */
const LAYOUTS = 100;

export interface OpenSheet extends Sheet {
  /** Writes the fonts into the document. Nothing can be written afterwards. */
  finish(): void;
}

/** On a sheet from right to left, everything is where a mirror would show it: `x` is the distance from the right. */
export const sheetOn = (doc: PdfDocument, typeset: Typeset, direction: Direction = 'ltr'): OpenSheet => {
  const left = MARGIN;
  const right = doc.page.width - MARGIN;
  const structure = pdfStructureOf(doc);
  const { draw, finish } = pen(doc);
  const { ascent } = typeset.base.regular;
  const layouts = new LRUCache<string, readonly TextLine[]>({ max: LAYOUTS });

  const settingOf = ({ strong, tabular = false }: PrintStyle): TypeSetting => ({
    weight: strong ? 'strong' : 'regular',
    tabular,
  });

  /** The lines of a text; in one line where there is no width. */
  const layout = (text: string, style: PrintStyle, width?: number): readonly TextLine[] => {
    const setting = settingOf(style);
    const key = `${setting.weight} ${setting.tabular} ${width && width / style.size} ${text}`;
    const known = layouts.get(key);
    if (known) return known;
    const shown = printableText(text, typeset);
    const lines =
      width === undefined
        ? [lineOf(piecesOf(shown.replaceAll('\n', ' '), typeset, direction), setting)]
        : shown
            .split('\n')
            .flatMap((each) => wrapped(piecesOf(each, typeset, direction), (width * 1000) / style.size, setting));
    layouts.set(key, lines);
    return lines;
  };

  /** Draws a line that begins at `x`, in reading order. */
  const drawLine = (line: TextLine, x: number, y: number, { size, color = INK }: PrintStyle): void => {
    const start = direction === 'rtl' ? doc.page.width - x - (line.width * size) / 1000 : x;
    doc.fillColor(color);
    draw(line, start, y + (ascent * size) / 1000, size);
  };

  const widthOf = (text: string, style: PrintStyle): number => (layout(text, style)[0]!.width * style.size) / 1000;

  const sheet: OpenSheet = {
    ...structure,
    left,
    right,
    y: MARGIN,
    height: (text, style, width) => layout(text, style, width).length * leading(style),
    width: widthOf,
    write(text, { x, y, width }, style) {
      sheet.y = y;
      structure.mark(() => {
        for (const line of layout(text, style, width)) {
          if (sheet.y + leading(style) > doc.page.maxY()) {
            doc.addPage();
            sheet.y = MARGIN;
          }
          drawLine(line, x, sheet.y, style);
          sheet.y += leading(style);
        }
      });
    },
    writeBefore(text, x, y, style) {
      const [line] = layout(text, style);
      structure.mark(() => drawLine(line!, x - widthOf(text, style), y, style));
    },
    linkAt(text, address, x, style) {
      const { y } = sheet;
      const width = widthOf(text, style);
      const [line] = layout(text, style);
      const start = direction === 'rtl' ? doc.page.width - x - width : x;
      structure.link(
        () => structure.mark(() => drawLine(line!, x, y, style)),
        // The types of PDFKit lack it: readers find the link in the structure.
        (element) =>
          doc.link(start, y, width, leading(style), address, {
            structParent: element,
          } as PDFKit.Mixins.AnnotationOption),
      );
    },
    need(height, again) {
      if (sheet.y + height <= doc.page.maxY()) return;
      doc.addPage();
      sheet.y = MARGIN;
      if (again) structure.artifact('Pagination', again);
    },
    picture(file, { x, y, width, height }, alt = '') {
      const start = direction === 'rtl' ? doc.page.width - x - width : x;
      // PDFKit has what a string names in the document once, however often it is drawn.
      structure.figure(alt, () => doc.image(`data:image;base64,${file}`, start, y, { width, height }));
    },
    rule(color = HAIRLINE, thickness = 0.75) {
      structure.artifact('Layout', () => {
        doc.moveTo(left, sheet.y).lineTo(right, sheet.y).lineWidth(thickness).strokeColor(color).stroke();
      });
    },
    finish,
  };
  return sheet;
};

/** Returns the style in a size at which a text has one line of a width: a number must not be divided. */
export const fitting = (sheet: Sheet, text: string, style: PrintStyle, width: number): PrintStyle => {
  const wide = sheet.width(text, style);
  return wide <= width ? style : { ...style, size: Math.floor((style.size * width * 100) / wide) / 100 };
};

/** A width and a height, in points or pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the largest size of a picture within another size. */
export const fittedSize = (most: PictureSize, { width, height }: PictureSize): PictureSize => {
  const scale = Math.min(most.width / width, most.height / height);
  return { width: width * scale, height: height * scale };
};

/** The largest picture at the foot, which is as wide as the narrower paper leaves, and the space around it. */
export const FOOTER_IMAGE: PictureSize = { width: 483, height: 60 };
export const ABOVE_FOOTER = 12;

interface Foot {
  readonly text: string;
  /** The height has been reserved in the bottom margin. */
  readonly picture: (PictureSize & { readonly file: string }) | undefined;
  readonly page: (n: number, of: number) => string;
}

/** Writes the footer of every page, with the number of pages. */
export const footers = (doc: PdfDocument, sheet: Sheet, { text, picture, page }: Foot): void => {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    // The footer is below the bottom margin, where a new page would start.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - FOOT;
    sheet.artifact('Pagination', () => {
      if (picture) {
        const { file, width, height } = picture;
        sheet.picture(file, { x: sheet.left, y: y - ABOVE_FOOTER - height, width, height });
      }
      sheet.write(text, { x: sheet.left, y, width: sheet.right - sheet.left - 90 }, LABEL);
      sheet.writeBefore(page(index + 1, count), sheet.right, y, { ...LABEL, tabular: true });
    });
  }
};
