import { exactUnits } from '@service/billing/domain/adjustments/counted-units.ts';
import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { ExplainedSection, Explanation } from '@service/billing/domain/invoices/explanation.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { invoiceWords } from '../../../../documents/messages/en/invoice.ts';
import { formatsFor } from '../../../../documents/messages/formats.ts';
import { taxRows } from '../../../../documents/messages/tax-rows.ts';
import { dayOf, moneyOf } from '../../parts/figures.ts';
import { customerPath } from '../../parts/paths.ts';
import { consoleTable } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { codeInWords } from './money-parts.ts';

/** Lines of an invoice that its page shows and explains; the PDF has all of them. */
export const MOST_SHOWN_LINES = 100;

/** The lines of an invoice with its sums, each with a link to how it was computed. */
export const linesSection = (visit: ConsoleVisit, invoice: ShownInvoice, lines: readonly ShownAdjustment[]): Markup => {
  const money = (cents: number): string => moneyOf(cents, invoice.currency);
  const shown = lines.slice(0, MOST_SHOWN_LINES);
  return html`<section><h2>Lines</h2>${consoleTable({
    caption: 'Lines of the invoice',
    rows: shown.map((line, place) => ({ line, place })),
    empty: 'This invoice has no lines.',
    columns: [
      {
        name: 'description',
        label: 'Description',
        cell: ({ line, place }) =>
          html`<span>${line.description ?? codeInWords(line.origin)} <a class="quiet" href="#line-${place + 1}">Explain</a>${forOther(visit, line)}${periodOf(visit, line)}</span>`,
      },
      {
        name: 'quantity',
        label: 'Quantity',
        numeric: true,
        cell: ({ line }) => exactUnits(line).quantity,
      },
      {
        name: 'price',
        label: 'Price',
        numeric: true,
        cell: ({ line }) => money(exactUnits(line).unit_amount_in_cents),
      },
      { name: 'discount', label: 'Discount', numeric: true, cell: ({ line }) => money(0 - line.discount_in_cents) },
      { name: 'tax', label: 'Tax', numeric: true, cell: ({ line }) => taxOf(line, money) },
      { name: 'total', label: 'Total', numeric: true, cell: ({ line }) => money(line.total_in_cents) },
    ],
  })}
${lines.length > MOST_SHOWN_LINES ? html`<p class="quiet">The first ${MOST_SHOWN_LINES} lines are shown. The PDF has all of them.</p>` : ''}
${sumsOf(visit, invoice, lines)}</section>`;
};

/** The price contains the tax, or it comes on top. */
const taxOf = ({ tax_in_cents, tax_inclusive }: ShownAdjustment, money: (cents: number) => string): Markup | string =>
  tax_inclusive && tax_in_cents !== 0
    ? html`${money(tax_in_cents)} <span class="quiet">included</span>`
    : money(tax_in_cents);

/** Names the account that a line is for, where another one pays. */
const forOther = (visit: ConsoleVisit, { account_code, invoice_account_code: payer }: ShownAdjustment) =>
  !payer || payer === account_code
    ? ''
    : html`<br><span class="quiet">for <a href="${visit.prefix}${customerPath(account_code)}">${account_code}</a></span>`;

const periodOf = (visit: ConsoleVisit, { start_date, end_date }: ShownAdjustment): Markup | string =>
  end_date === null ? '' : html`<br><span class="quiet">${dayOf(visit, start_date)} – ${dayOf(visit, end_date)}</span>`;

const sumsOf = (visit: ConsoleVisit, invoice: ShownInvoice, lines: readonly ShownAdjustment[]): Markup => {
  const money = (cents: number): string => moneyOf(cents, invoice.currency);
  const rows = [
    [
      lines.some(({ tax_inclusive }) => tax_inclusive) ? 'Before discounts, without tax' : 'Before discounts',
      money(invoice.subtotal_before_discount_in_cents),
    ],
    ['Discounts', money(0 - invoice.discount_in_cents)],
    ...taxesOf(visit, invoice, lines),
  ] as const;
  return html`<table class="draft sums"><tbody>${rows.map(
    ([label, amount]) => html`<tr><th scope="row">${label}</th><td>${amount}</td></tr>`,
  )}</tbody><tfoot><tr><th scope="row">Total</th><td>${money(invoice.total_in_cents)}</td></tr>
<tr><th scope="row">${invoice.type === 'credit' ? 'Left to use' : 'Owed'}</th><td>${money(Math.abs(invoice.balance_in_cents))}</td></tr></tfoot></table>`;
};

/** The taxes as the PDF names them; one sum where the lines that are read are not all. */
const taxesOf = (
  visit: ConsoleVisit,
  invoice: ShownInvoice,
  lines: readonly ShownAdjustment[],
): readonly (readonly [label: string, amount: string])[] => {
  const named = lines.flatMap(({ taxes }) => taxes).reduce((sum, { amount }) => sum + amount, 0);
  const rows = taxRows(lines, invoiceWords, formatsFor('en-US', invoice.currency, visit.site.time_zone));
  return rows.length === 0 || named !== invoice.tax_in_cents
    ? [['Tax', moneyOf(invoice.tax_in_cents, invoice.currency)]]
    : rows.map(({ label, value }) => [label, value]);
};

const sentencesOf = ({ sentences }: ExplainedSection): Markup =>
  html`<ul class="explanation">${sentences.map((sentence) => html`<li>${sentence}</li>\n`)}</ul>`;

/** Explains how the amounts were computed, in the sentences of `npm run explain`, folded by line. */
export const explanationSection = ({
  heading,
  sections,
}: Explanation): Markup => html`<section class="panel" id="explain">
<h2>Explain</h2>
<p class="quiet">${heading}</p>
${sections.map(
  (
    section,
    place,
  ) => html`<details${sections.length <= 4 ? html` open` : ''} id="line-${place + 1}"><summary>${section.heading}</summary>
${section.plainly === undefined ? sentencesOf(section) : html`<p>${section.plainly}</p><details class="hints"><summary>To the second and the cent</summary>${sentencesOf(section)}</details>`}</details>
`,
)}</section>`;
