import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { invoiceWords } from '../../../documents/messages/en/invoice.ts';
import { lineDescription } from '../../../documents/messages/line-description.ts';
import type { ConsoleVisit } from '../visit.ts';
import { dayOf, moneyOf } from './figures.ts';

const sumOf = <T>(some: readonly T[], of: (one: T) => number): number => some.reduce((sum, one) => sum + of(one), 0);

/**
 * The charges and credits of an order that is not recorded yet, line by line, and the amount due now: what the rows add
 * up to.
 */
export const draftTable = (
  visit: ConsoleVisit,
  draft: OrderDraft | undefined,
  caption: string,
  due = 'Due now',
): Markup => {
  if (!draft) return html`<p>Nothing is charged now.</p>`;
  const { charge, credits, creditPayments, currency } = draft;
  const row = (label: Markup | string, cents: number): Markup =>
    html`<tr><th scope="row">${label}</th><td class="number">${moneyOf(cents, currency)}</td></tr>`;
  const lines = [...(charge?.lines ?? []), ...credits.flatMap(({ lines: credited }) => credited)];
  const invoices = [charge, ...credits].flatMap((one) => (one ? [one.invoice] : []));
  const tax = sumOf(invoices, ({ tax_in_cents }) => tax_in_cents);
  const beforeDiscounts = sumOf(lines, (line) => line.unit_amount_in_cents * line.quantity);
  const discount = sumOf(invoices, ({ total_in_cents }) => total_in_cents) - tax - beforeDiscounts;
  // The credits of this order are among the lines, so that a payment from them is in the amount already.
  const own = new Set(credits.map(({ invoice }) => invoice.uuid));
  const amounts = (some: OrderDraft['creditPayments']): number => sumOf(some, (one) => one.amount_in_cents);
  const fromOwn = creditPayments.filter((one) => own.has(one.original_invoice_id));
  const fromHeld = creditPayments.filter((one) => !own.has(one.original_invoice_id));
  const elsewhere = amounts(fromOwn.filter((one) => one.applied_to_invoice_id !== (charge?.invoice.uuid ?? null)));
  const kept = 0 - sumOf(credits, ({ invoice }) => invoice.balance_in_cents);
  return html`<table class="draft" aria-label="${caption}"><tbody>
${lines.map((line) => {
  const name = lineDescription(line, invoiceWords) || line.product_code || 'Charge';
  const period = line.end_date === null ? '' : `${dayOf(visit, line.start_date)} to ${dayOf(visit, line.end_date)}`;
  const label = html`${line.quantity === 1 ? '' : `${line.quantity} × `}${name}${period ? html` <span class="quiet">${period}</span>` : ''}`;
  return row(label, line.unit_amount_in_cents * line.quantity);
})}
${discount === 0 ? '' : row('Discounts', discount)}
${tax === 0 ? '' : row('Tax', tax)}
${fromHeld.length > 0 ? row('Paid from credit of the account', 0 - amounts(fromHeld)) : ''}
${elsewhere === 0 ? '' : row('Credited to earlier invoices', elsewhere)}
${kept === 0 ? '' : row('Stays on the account as credit', kept)}
</tbody><tfoot><tr><th scope="row">${due}</th><td class="number">${moneyOf(draft.due, currency)}</td></tr></tfoot></table>`;
};
