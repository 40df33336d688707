import type { Explanation } from '@service/billing/domain/invoices/explanation.ts';
import { type PrintStyle, QUIET, type Sheet, TEXT } from './sheet.ts';

const TITLE: PrintStyle = { size: 14, strong: true };
const HEADING: PrintStyle = { ...TEXT, strong: true };
const SENTENCE: PrintStyle = { size: 8.5, color: QUIET, tabular: true };

/** Lays out how the invoice was computed, from the top of a new page on. */
export const drawAppendix = (sheet: Sheet, { heading, sections }: Explanation): void => {
  const box = { x: sheet.left, width: sheet.right - sheet.left };
  sheet.need(Number.POSITIVE_INFINITY);
  sheet.tag('H2', () => sheet.write(heading, { ...box, y: sheet.y }, TITLE));
  sheet.y += 12;
  for (const section of sections) {
    sheet.need(44);
    if (section.heading) sheet.tag('H3', () => sheet.write(section.heading, { ...box, y: sheet.y }, HEADING));
    for (const sentence of section.sentences) {
      sheet.tag('P', () => sheet.write(sentence, { ...box, y: sheet.y + 1 }, SENTENCE));
    }
    sheet.y += 10;
  }
};
