import { readableOn } from '../brand/colors.ts';
import type { InvoiceContent, PrintedLine, PrintedPair, Tone } from './content.ts';
import {
  ACCENT,
  fittedSize,
  fitting,
  LABEL,
  leading,
  PAPER,
  type PictureSize,
  type PrintStyle,
  QUIET,
  type Sheet,
  TEXT,
} from './sheet.ts';

const TONES: Readonly<Record<Tone, string>> = { good: '#1a6b3c', bad: '#a3261b', plain: QUIET };
const FIGURES: PrintStyle = { ...TEXT, tabular: true };
const DETAIL: PrintStyle = { size: 8.5, color: QUIET, tabular: true };
const NOTE: PrintStyle = { size: 9, color: QUIET };
const TITLE: PrintStyle = { size: 20, strong: true };
const HEADING: PrintStyle = { size: 11, color: QUIET };
const HEADLINE: PrintStyle = { size: 28, strong: true, tabular: true };
const SUM: PrintStyle = { ...FIGURES, size: 11, strong: true };

/** The columns at the right: facts above, sums below. */
const SIDE = 230;
/** Longer lines are hard to read. */
const PARAGRAPH = 400;

interface PrintedPicture extends PictureSize {
  /** Base64. */
  readonly file: string;
}

/** The brand of the seller. */
export interface PrintedBrand {
  /** `#rrggbb`; null for the service's own. */
  readonly color: string | null;
  readonly logo: PrintedPicture | undefined;
  /** Across the top, in place of the logo. */
  readonly header: PrintedPicture | undefined;
}

/** Lays an invoice out, from the name of the seller to the terms. */
export const draw = (sheet: Sheet, content: InvoiceContent, brand: PrintedBrand): void => {
  letterhead(sheet, content, brand);
  headline(sheet, content);
  parties(sheet, content.parties);
  if (content.text) templateText(sheet, content.text);
  lines(sheet, content);
  sums(sheet, content);
  notes(sheet, content.notes);
  links(sheet, content.links, brand.color);
};

/** The largest logo, in points. */
const LOGO: PictureSize = { width: 180, height: 40 };
/** The greatest height of a picture across the top. */
const HEADER_HEIGHT = 100;
/** A line is seen from this contrast on. */
const VISIBLE = 3;

const letterhead = (sheet: Sheet, { seller, heading }: InvoiceContent, { color, logo, header }: PrintedBrand): void => {
  const { left, right } = sheet;
  if (header) {
    const size = fittedSize({ width: right - left, height: HEADER_HEIGHT }, header);
    sheet.picture(header.file, { x: left, y: sheet.y, ...size }, seller);
    sheet.y += size.height + 10;
  }
  const { y } = sheet;
  const width = right - left - sheet.width(heading, HEADING) - 24;
  sheet.tag('H1', () => sheet.writeBefore(heading, right, y + 9, HEADING));
  if (header) sheet.y = y + 9 + leading(HEADING);
  else if (logo) {
    const size = fittedSize({ width: Math.min(LOGO.width, width), height: LOGO.height }, logo);
    sheet.picture(logo.file, { x: left, y, ...size }, seller);
    sheet.y = y + Math.max(size.height, leading(TITLE)) + 4;
  } else {
    sheet.tag('P', () => sheet.write(seller, { x: left, y, width }, TITLE));
  }
  sheet.y += 6;
  sheet.rule(readableOn(color ?? ACCENT, [PAPER], VISIBLE), 2);
  sheet.y += 26;
};

/** The amount due at the left, the facts at the right. */
const headline = (sheet: Sheet, { headline: { label, amount, state, tone }, facts }: InvoiceContent): void => {
  const { left, right, y } = sheet;
  const width = right - left - SIDE - 16;
  const write = (text: string, style: PrintStyle): void =>
    sheet.tag('P', () => sheet.write(text, { x: left, y: sheet.y, width }, style));
  write(label, { ...TEXT, color: QUIET });
  write(amount, fitting(sheet, amount, HEADLINE, width));
  write(state, { size: 10.5, strong: true, color: TONES[tone] });
  const end = sheet.y;

  sheet.y = y;
  sheet.tag('Table', () => {
    for (const fact of facts) pair(sheet, fact, FIGURES, QUIET);
  });
  sheet.y = Math.max(end, sheet.y) + 24;
};

/** A label and its value, at the right of the sheet. */
const pair = (sheet: Sheet, { label, value }: PrintedPair, style: PrintStyle, color = style.color): void => {
  const { right } = sheet;
  const x = right - SIDE;
  const width = besides(sheet, value, style);
  const labelStyle: PrintStyle = { ...style, ...(color ? { color } : {}) };
  const valueStyle = ofValue(sheet, value, style);
  sheet.need(sheet.height(label, labelStyle, width));
  const { y } = sheet;
  sheet.tag('TR', () => {
    const [writeLabel, writeValue] = sheet.cells(
      { scope: 'Row', draw: () => sheet.write(label, { x, y, width }, labelStyle) },
      { draw: () => sheet.writeBefore(value, right, y, valueStyle) },
    );
    // The label may end on the next page.
    writeValue();
    writeLabel();
  });
  sheet.y += BELOW_PAIR;
};

const BELOW_PAIR = 4;

/** The width that a value leaves for its label; a longer one is wrapped. */
const besides = (sheet: Sheet, value: string, style: PrintStyle): number =>
  SIDE - sheet.width(value, ofValue(sheet, value, style)) - 12;

/** The widest that a value may be beside its label, in one line, and how much smaller it is set for that at most. */
const VALUE = 135;
const SMALLEST = 0.6;

const ofValue = (sheet: Sheet, value: string, style: PrintStyle): PrintStyle => {
  const { size } = fitting(sheet, value, style, VALUE);
  return { ...style, size: Math.max(size, style.size * SMALLEST) };
};

const heightOf = (sheet: Sheet, pairs: readonly PrintedPair[], style: PrintStyle): number =>
  pairs.reduce(
    (sum, { label, value }) => sum + sheet.height(label, style, besides(sheet, value, style)) + BELOW_PAIR,
    0,
  );

const parties = (sheet: Sheet, all: InvoiceContent['parties']): void => {
  const { left, right, y } = sheet;
  const width = (right - left) / 3;
  const ends = all.map(({ label, lines }, index) => {
    const x = left + index * width;
    sheet.tag('H2', () => sheet.write(label, { x, y, width }, LABEL));
    sheet.tag('P', () => sheet.write(lines.join('\n'), { x, y: sheet.y + 2, width: width - 16 }, TEXT));
    return sheet.y;
  });
  sheet.y = Math.max(...ends) + 26;
};

const templateText = (sheet: Sheet, text: string): void => {
  sheet.need(44);
  const width = Math.min(sheet.right - sheet.left, PARAGRAPH);
  sheet.tag('P', () => sheet.write(text, { x: sheet.left, y: sheet.y, width }, TEXT));
  sheet.y += 22;
};

/** Right ends of the columns of figures, and the width that is left for descriptions. */
interface Columns {
  readonly quantity: number;
  readonly unit: number;
  readonly amount: number;
  readonly description: number;
}

/** The minimum width of a column of figures, including its margin. */
const NARROWEST = { quantity: 60, unit: 90, amount: 95 };

/** Returns columns as wide as their longest figures. */
const columnsFor = (sheet: Sheet, heads: InvoiceContent['columns'], all: readonly PrintedLine[]): Columns => {
  const widest = (of: (line: PrintedLine) => string, head: string, least: number): number => {
    const longest = all.map(of).reduce((longer, text) => (text.length > longer.length ? text : longer), '');
    return Math.max(sheet.width(longest, FIGURES) + 20, sheet.width(head, LABEL) + 20, least);
  };
  const [, quantityHead, unitHead, amountHead] = heads;
  const amount = sheet.right;
  const unit = amount - widest((line) => line.amount, amountHead, NARROWEST.amount);
  const quantity = unit - widest((line) => line.unit, unitHead, NARROWEST.unit);
  const description = quantity - widest((line) => line.quantity, quantityHead, NARROWEST.quantity) - sheet.left;
  return { quantity, unit, amount, description };
};

const lines = (sheet: Sheet, content: InvoiceContent): void => {
  const { columns: heads, lines: all } = content;
  const columns = columnsFor(sheet, heads, all);
  const head = (): void => tableHead(sheet, heads, columns);
  sheet.need(80);
  sheet.tag('Table', () => {
    sheet.tag('THead', head);
    sheet.tag('TBody', () => {
      // The last line moves to the next page with the totals, which would not say alone what they add up.
      for (const line of all)
        printLine(sheet, line, columns, head, line === all.at(-1) ? heightOfSums(sheet, content) : 0);
    });
  });
};

const tableHead = (
  sheet: Sheet,
  [description, quantity, unit, amount]: InvoiceContent['columns'],
  columns: Columns,
): void => {
  const { left, y } = sheet;
  const before = (text: string, x: number) => ({
    scope: 'Column' as const,
    draw: () => sheet.writeBefore(text, x, y, LABEL),
  });
  sheet.tag('TR', () => {
    const cells = sheet.cells(
      {
        scope: 'Column',
        draw: () => sheet.write(description, { x: left, y, width: columns.description }, LABEL),
      },
      before(quantity, columns.quantity),
      before(unit, columns.unit),
      before(amount, columns.amount),
    );
    for (const write of cells) write();
  });
  sheet.y += 4;
  sheet.rule(QUIET);
  sheet.y += 8;
};

const printLine = (
  sheet: Sheet,
  { description, details, ...figures }: PrintedLine,
  columns: Columns,
  head: () => void,
  below: number,
): void => {
  const { left } = sheet;
  const width = columns.description;
  const small = details.join('\n');
  sheet.need(sheet.height(description, TEXT, width) + details.length * leading(DETAIL) + BELOW_LINE + below, head);
  const { y } = sheet;
  const before = (text: string, x: number) => ({ draw: () => sheet.writeBefore(text, x, y, FIGURES) });
  sheet.tag('TR', () => {
    const [describe, ...others] = sheet.cells(
      {
        scope: 'Row',
        draw() {
          sheet.write(description, { x: left, y, width }, TEXT);
          if (small !== '') sheet.write(small, { x: left, y: sheet.y, width }, DETAIL);
        },
      },
      before(figures.quantity, columns.quantity),
      before(figures.unit, columns.unit),
      before(figures.amount, columns.amount),
    );
    // The description may end on the next page.
    for (const write of [...others, describe]) write?.();
  });
  sheet.y += 6;
  sheet.rule();
  sheet.y += 8;
};

/** Around the rule below a line. */
const BELOW_LINE = 14;
const ABOVE_SUMS = 4;
const ABOVE_PAYMENTS = 6;

const heightOfSums = (sheet: Sheet, { sums: parts, total, payments, balance }: InvoiceContent): number =>
  ABOVE_SUMS +
  heightOf(sheet, [...parts, ...payments], FIGURES) +
  heightOf(sheet, balance ? [total, balance] : [total], SUM) +
  ABOVE_PAYMENTS;

const sums = (sheet: Sheet, content: InvoiceContent): void => {
  const { sums: parts, total, payments, balance } = content;
  sheet.need(heightOfSums(sheet, content));
  sheet.y += ABOVE_SUMS;
  sheet.tag('Table', () => {
    for (const part of parts) pair(sheet, part, FIGURES);
    pair(sheet, total, SUM);
    if (!balance) return;
    sheet.y += ABOVE_PAYMENTS;
    for (const payment of payments) pair(sheet, payment, { ...FIGURES, color: QUIET });
    pair(sheet, balance, SUM);
  });
};

/** Draws the links to the merchant's pages side by side, in the colour of the brand. */
const links = (sheet: Sheet, shown: InvoiceContent['links'], color: string | null): void => {
  if (shown.length === 0) return;
  const style: PrintStyle = { ...NOTE, color: readableOn(color ?? ACCENT, [PAPER]) };
  sheet.y += 16;
  sheet.need(leading(style));
  let x = sheet.left;
  sheet.tag('P', () => {
    for (const { label, address } of shown) {
      const width = sheet.width(label, style);
      if (x > sheet.left && x + width > sheet.right) {
        x = sheet.left;
        sheet.y += leading(style);
        sheet.need(leading(style));
      }
      sheet.linkAt(label, address, x, fitting(sheet, label, style, sheet.right - sheet.left));
      x += width + 18;
    }
  });
  sheet.y += leading(style);
};

const notes = (sheet: Sheet, parts: InvoiceContent['notes']): void => {
  if (parts.length > 0) sheet.y += 20;
  for (const { label, text } of parts) {
    sheet.need(44);
    const box = { x: sheet.left, width: Math.min(sheet.right - sheet.left, PARAGRAPH) };
    sheet.tag('H2', () => sheet.write(label, { ...box, y: sheet.y }, { ...TEXT, strong: true }));
    sheet.tag('P', () => sheet.write(text, { ...box, y: sheet.y + 2 }, NOTE));
    sheet.y += 12;
  }
};
