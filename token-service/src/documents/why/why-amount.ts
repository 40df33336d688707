import type { AdjustmentRecord } from '@service/billing/domain/adjustments/record.ts';
import type { Explanation } from '@service/billing/domain/invoices/explanation.ts';
import { lineDescription } from '../messages/line-description.ts';
import { type WhyLanguage, type WhyRecords, type WhyRow, whyLine } from './why-line.ts';

/** The computation of a line's amount. */
export interface WhyLine {
  readonly name: string;
  readonly rows: readonly WhyRow[];
}

/** An explanation of amounts in the words of the customer. */
export interface Why {
  readonly title: string;
  readonly lines: readonly WhyLine[];
  /** Sentences that are true of all lines. */
  readonly notes: readonly string[];
}

export interface AmountsToExplain extends WhyRecords {
  readonly lines: readonly AdjustmentRecord[];
}

/**
 * Explains the amounts of an invoice, or of a draft, to the customer: by the same stored computations as
 * `npm run explain`. `most`: the lines that are explained.
 */
export const whyAmount = (
  { lines, ...records }: AmountsToExplain,
  language: WhyLanguage,
  most = Number.POSITIVE_INFINITY,
): Why => {
  const { words } = language;
  const isRounded = lines.some(({ discounts, taxes }) => discounts.length > 0 || taxes.length > 0);
  return {
    title: words.why.title,
    lines: lines.slice(0, most).map((line) => ({
      name: lineDescription(line, words) || words.unnamed[line.type],
      rows: whyLine(line, records, language),
    })),
    notes: [...(lines.length > most ? [words.why.more] : []), ...(isRounded ? [words.why.rounding] : [])],
  };
};

/** Returns the explanation as sentences, for the PDF of an invoice. */
export const whyText = ({ title, lines, notes }: Why): Explanation => ({
  heading: title,
  sections: [
    ...lines.map(({ name, rows }, at) => ({
      heading: `${at + 1}. ${name}`,
      sentences: rows.map(({ label, value }) => (label ? `${label}: ${value}` : value)),
    })),
    ...(notes.length > 0 ? [{ heading: '', sentences: notes }] : []),
  ],
});
