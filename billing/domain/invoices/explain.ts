import { amountText } from '../../values/money/money-text.ts';
import { explainCredit } from './explain-credit.ts';
import { explainDiscounts, explainTaxes } from './explain-groups.ts';
import { explainCharge } from './explain-line.ts';
import { explainPlainly } from './explain-plainly.ts';
import { momentText } from './explain-words.ts';
import type { ExplainedSection, Explanation, InvoiceToExplain } from './explanation.ts';
import { invoiceName } from './invoice-name.ts';

/**
 * Explains every amount of an invoice in English, from stored records alone: nothing is priced again. `most` limits the
 * lines that are explained one by one; discounts, taxes and the total are always those of the whole invoice.
 */
export const explainInvoice = (parts: InvoiceToExplain, most = Number.POSITIVE_INFINITY): Explanation => {
  const { invoice, lines } = parts;
  const shown = lines.slice(0, most);
  const groups = [
    { heading: 'Discounts', sentences: explainDiscounts(parts) },
    { heading: 'Taxes', sentences: explainTaxes(parts) },
  ];
  return {
    heading: `How invoice ${invoiceName(invoice)} of ${momentText(invoice.created_at)} was computed`,
    sections: [
      ...shown.map((line, at) => ({
        heading: `${at + 1}. ${line.description ?? 'No description'}: ${amountText(line.total_in_cents, line.currency)}`,
        plainly: explainPlainly(line, parts),
        sentences: line.type === 'credit' ? explainCredit(line, parts) : explainCharge(line, parts),
      })),
      ...(shown.length < lines.length
        ? [{ heading: 'Other lines', sentences: [`Lines ${most + 1} to ${lines.length} are not explained here.`] }]
        : []),
      ...(invoice.type === 'charge' ? groups.filter(({ sentences }) => sentences.length > 0) : []),
      { heading: 'Total', sentences: totalOf(parts) },
    ],
  };
};

/** Returns the explanation as text: headings, and under each its sentences, indented. */
export const explanationText = ({ heading, sections }: Explanation): string =>
  [heading, ...sections.map(sectionText)].join('\n\n');

const sectionText = ({ heading, plainly, sentences }: ExplainedSection): string =>
  [heading, ...[...(plainly === undefined ? [] : [plainly]), ...sentences].map((one) => `  ${one}`)].join('\n');

const totalOf = ({ invoice, lines }: Pick<InvoiceToExplain, 'invoice' | 'lines'>): string[] => {
  const money = (cents: number): string => amountText(cents, invoice.currency);
  const { subtotal_before_discount_in_cents: gross, discount_in_cents: discount, tax_in_cents: tax } = invoice;
  const sum =
    `${money(gross)} of lines, ${money(-discount)} of discounts, ${money(tax)} of tax: ` +
    `${money(invoice.total_in_cents)}. Halves of a cent are rounded away from zero.`;
  return lines.some(({ tax_inclusive }) => tax_inclusive)
    ? [sum, 'Prices that include tax, and their discounts, count here without it.']
    : [sum];
};
