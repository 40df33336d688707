import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { withLayoutCache } from './layout-cache.ts';
import { printable, wrappable } from './wrappable.ts';

export type PDF = PDFKit.PDFDocument;

/**
 * Reads the complete Inter (Latin, Greek, Cyrillic in one file); the files for browsers are subsets. Takes longer than
 * rendering most invoices.
 */
export const openFonts = (): Fonts => ({
  regular: read('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: read('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
});

export interface Fonts {
  readonly regular: Font;
  readonly strong: Font;
}

const read = (file: string): Font =>
  withLayoutCache(create(readFileSync(fileURLToPath(import.meta.resolve(file)))) as Font);

// Points.
export const MARGIN = 56;
const FOOT = 48;

export const INK = '#14202a';
export const QUIET = '#53616c';
export const ACCENT = '#0a5a78';
const HAIRLINE = '#dfe3e4';

export interface Style {
  readonly size: number;
  readonly strong?: boolean;
  readonly color?: string;
  /** Digits of equal width, so that columns of figures align. */
  readonly tabular?: boolean;
}

export const LABEL: Style = { size: 8, color: QUIET };
export const TEXT: Style = { size: 9.5 };

/** Writes pages from top to bottom. */
export interface Sheet {
  readonly left: number;
  readonly right: number;
  /** Top of the next element. */
  y: number;
  /** Height of a text wrapped to a width. */
  height(text: string, style: Style, width: number): number;
  width(text: string, style: Style): number;
  /** Writes text wrapped to the width of a box, over as many pages as it takes. */
  write(text: string, box: { readonly x: number; readonly y: number; readonly width: number }, style: Style): void;
  /** Writes one line whose right end is at `x`. */
  writeBefore(text: string, x: number, y: number, style: Style): void;
  /** Starts a new page if less than `height` is left, and calls `again` there. */
  need(height: number, again?: () => void): void;
  rule(color?: string, thickness?: number): void;
}

/** Distance between two baselines. */
export const leading = ({ size }: Pick<Style, 'size'>): number => size * 1.5;

export const sheetOn = (doc: PDF, fonts: Fonts): Sheet => {
  // PDFKit accepts fonts that fontkit has opened; its types do not say so.
  doc.registerFont('regular', fonts.regular as never);
  doc.registerFont('strong', fonts.strong as never);
  const left = MARGIN;
  const right = doc.page.width - MARGIN;

  const use = (style: Style): PDFKit.Mixins.TextOptions => {
    doc.font(style.strong ? 'strong' : 'regular').fontSize(style.size);
    doc.fillColor(style.color ?? INK);
    const lineGap = leading(style) - doc.currentLineHeight(true);
    // Contextual alternates take most of the time of shaping text, and figures do not need them.
    return style.tabular ? { lineGap, features: { tnum: true, calt: false } as never } : { lineGap };
  };

  const wrapped = (text: string, width: number, options: PDFKit.Mixins.TextOptions): string =>
    wrappable(printable(text), width, (part) => doc.widthOfString(part, options));

  const sheet: Sheet = {
    left,
    right,
    y: MARGIN,
    height(text, style, width) {
      const options = use(style);
      return doc.heightOfString(wrapped(text, width, options), { ...options, width });
    },
    width: (text, style) => doc.widthOfString(printable(text), use(style)),
    write(text, { x, y, width }, style) {
      const options = use(style);
      doc.text(wrapped(text, width, options), x, y, { ...options, width });
      sheet.y = doc.y;
    },
    writeBefore(text, x, y, style) {
      const options = use(style);
      const shown = printable(text);
      // With `textWidth`, which its types lack, PDFKit does not measure the text a second time.
      const textWidth = doc.widthOfString(shown, options);
      doc.text(shown, x - textWidth, y, { ...options, lineBreak: false, textWidth } as PDFKit.Mixins.TextOptions);
    },
    need(height, again) {
      if (sheet.y + height <= doc.page.maxY()) return;
      doc.addPage();
      sheet.y = MARGIN;
      again?.();
    },
    rule(color = HAIRLINE, thickness = 0.75) {
      doc.moveTo(left, sheet.y).lineTo(right, sheet.y).lineWidth(thickness).strokeColor(color).stroke();
    },
  };
  return sheet;
};

/** Writes the footer of every page, with the number of pages. */
export const footers = (doc: PDF, sheet: Sheet, text: string, page: (n: number, of: number) => string): void => {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    // The footer is below the bottom margin, where PDFKit would start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - FOOT;
    sheet.write(text, { x: sheet.left, y, width: sheet.right - sheet.left - 90 }, LABEL);
    sheet.writeBefore(page(index + 1, count), sheet.right, y, { ...LABEL, tabular: true });
  }
};
