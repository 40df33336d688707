import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

export type PDF = PDFKit.PDFDocument;

/** Inter, whole: Latin, Greek and Cyrillic in one file, which the files for browsers are not. Reading it once is most of the work of printing. */
export const openFonts = (): Fonts => ({
  regular: read('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: read('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
});

export interface Fonts {
  readonly regular: Font;
  readonly strong: Font;
}

type Font = ReturnType<typeof create>;

const read = (file: string): Font => create(readFileSync(fileURLToPath(import.meta.resolve(file))));

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
  /** Figures of one width, so that they stand in columns. */
  readonly tabular?: boolean;
}

export const LABEL: Style = { size: 8, color: QUIET };
export const TEXT: Style = { size: 9.5 };

/** Pages that are filled from the top down. */
export interface Sheet {
  readonly left: number;
  readonly right: number;
  /** Where the next thing is drawn. */
  y: number;
  /** How high a text is when it is wrapped into a width. */
  height(text: string, style: Style, width: number): number;
  width(text: string, style: Style): number;
  /** Writes into a box, from its top; what is longer than the page goes on upon the next. */
  write(text: string, box: { readonly x: number; readonly y: number; readonly width: number }, style: Style): void;
  /** With its right end at `x`, in one line. */
  writeBefore(text: string, x: number, y: number, style: Style): void;
  /** Goes to a new page when so much does not fit any more, and then does `again`. */
  need(height: number, again?: () => void): void;
  rule(color?: string, thickness?: number): void;
}

/** The distance of two lines. */
export const leading = ({ size }: Pick<Style, 'size'>): number => size * 1.5;

export const sheetOn = (doc: PDF, fonts: Fonts): Sheet => {
  // It takes fonts that were read before, which its types do not say.
  doc.registerFont('regular', fonts.regular as never);
  doc.registerFont('strong', fonts.strong as never);
  const left = MARGIN;
  const right = doc.page.width - MARGIN;

  const use = (style: Style): PDFKit.Mixins.TextOptions => {
    doc.font(style.strong ? 'strong' : 'regular').fontSize(style.size);
    doc.fillColor(style.color ?? INK);
    const lineGap = leading(style) - doc.currentLineHeight(true);
    // Figures need no contextual alternates, which are most of the work of setting text.
    return style.tabular ? { lineGap, features: { tnum: true, calt: false } as never } : { lineGap };
  };

  const sheet: Sheet = {
    left,
    right,
    y: MARGIN,
    height: (text, style, width) => doc.heightOfString(text, { ...use(style), width }),
    width: (text, style) => doc.widthOfString(text, use(style)),
    write(text, { x, y, width }, style) {
      doc.text(text, x, y, { ...use(style), width });
      sheet.y = doc.y;
    },
    writeBefore(text, x, y, style) {
      const options = use(style);
      doc.text(text, x - doc.widthOfString(text, options), y, { ...options, lineBreak: false });
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

/** At the foot of every page, once it is known how many there are. */
export const footers = (doc: PDF, sheet: Sheet, text: string, page: (n: number, of: number) => string): void => {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    // The foot is below the margin, where text would go on upon a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - FOOT;
    sheet.write(text, { x: sheet.left, y, width: sheet.right - sheet.left - 90 }, LABEL);
    sheet.writeBefore(page(index + 1, count), sheet.right, y, { ...LABEL, tabular: true });
  }
};
