import { exactUnits } from '@service/billing/domain/adjustments/counted-units.ts';
import type { AdjustmentRecord } from '@service/billing/domain/adjustments/record.ts';
import type { DraftInvoice } from '@service/billing/domain/invoices/draft.ts';
import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { invoiceWords } from '../../../documents/messages/en/invoice.ts';
import { formatsFor } from '../../../documents/messages/formats.ts';
import { lineDescription } from '../../../documents/messages/line-description.ts';
import { taxRowsOfPrices } from '../../../documents/messages/tax-rows.ts';
import type { ConsoleVisit } from '../visit.ts';
import { draftSums } from './draft-sums.ts';
import { dayOf, moneyOf } from './figures.ts';

/**
 * The charges and credits of an order that is not recorded yet, and the amount due now. The lines of a group add up to
 * its sum, and the sums to the amount due.
 */
export const draftTable = (
  visit: ConsoleVisit,
  draft: OrderDraft | undefined,
  caption: string,
  due = 'Due now',
): Markup => {
  if (!draft) return html`<p>Nothing is charged now.</p>`;
  const { charge, credits, currency } = draft;
  const sums = draftSums(draft);
  const money = (cents: number): string => moneyOf(cents, currency);
  const rest = [
    ['Pays what earlier invoices still owe', sums.olderPaid],
    ['Stays with the customer as credit', sums.creditLeft],
    ['Paid from earlier credit', -sums.creditUsed],
  ] as const;
  const others = rest.filter(([, cents]) => cents !== 0);
  // Alone, the sum is the amount due.
  const isWhole = credits.length === 0 && others.length === 0;
  return html`<table class="draft" aria-label="${caption}">
${credits.length > 0 ? groupOf(visit, draft, credits, html`Credited`, money(sums.credited)) : ''}
${charge ? groupOf(visit, draft, [charge], html`Charged`, isWhole ? undefined : money(sums.charged)) : ''}
${others.length > 0 ? html`<tbody>${others.map(([label, cents]) => rowOf(label, money(cents)))}</tbody>` : ''}
<tfoot>${rowOf(due, money(draft.due))}</tfoot></table>`;
};

const rowOf = (label: Markup | string, amount: string, className = ''): Markup =>
  html`<tr${className ? html` class="${className}"` : ''}><th scope="row">${label}</th><td class="number">${amount}</td></tr>
`;

/** `sum`: missing where the group stands alone. */
const groupOf = (
  visit: ConsoleVisit,
  draft: OrderDraft,
  invoices: readonly DraftInvoice[],
  heading: Markup,
  sum: string | undefined,
): Markup => {
  const { currency } = draft;
  const lines = invoices.flatMap((invoice) => invoice.lines);
  const discount = lines.reduce((total, line) => total + line.discount_in_cents, 0);
  return html`<tbody>${lines.map((line) => rowOf(labelOf(visit, draft, line), moneyOf(beforeDiscount(line), currency)))}
${discount === 0 ? '' : rowOf(discount > 0 ? 'Discounts' : 'Discounts of these', moneyOf(0 - discount, currency))}
${taxesOf(visit, lines, currency).map(({ label, value }) => rowOf(label, value))}
${sum === undefined ? '' : rowOf(heading, sum, 'sum')}</tbody>`;
};

/** Whichever units a credit has: with discount, and with tax unless the price contains it, it makes the total. */
const beforeDiscount = (line: AdjustmentRecord): number =>
  line.total_in_cents + line.discount_in_cents - (line.tax_inclusive ? 0 : line.tax_in_cents);

const labelOf = (visit: ConsoleVisit, draft: OrderDraft, line: AdjustmentRecord): Markup => {
  const name = lineDescription(line, invoiceWords) || line.product_code || 'Charge';
  const period = line.end_date === null ? '' : `${dayOf(visit, line.start_date)} to ${dayOf(visit, line.end_date)}`;
  const { quantity } = exactUnits(line);
  // A parent pays for others; what an account buys itself needs no name.
  const other = line.account_id === draft.account_id ? undefined : draft.accountCodes?.[line.account_id];
  const details = [other && `for ${other}`, period].filter(Boolean).join(', ');
  return html`${quantity === '1' ? '' : `${quantity} × `}${name}${details ? html` <span class="quiet">${details}</span>` : ''}`;
};

const taxesOf = (visit: ConsoleVisit, lines: readonly AdjustmentRecord[], currency: string) => {
  const tax = lines.reduce((total, { tax_in_cents }) => total + tax_in_cents, 0);
  const named = lines.flatMap(({ taxes }) => taxes).reduce((total, { amount }) => total + amount, 0);
  if (tax !== named) return [{ label: 'Tax', value: moneyOf(tax, currency) }];
  return tax === 0 ? [] : taxRowsOfPrices(lines, invoiceWords, formatsFor('en-US', currency, visit.site.time_zone));
};
