import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { invoiceWords } from '../../../documents/messages/en/invoice.ts';
import { lineDescription } from '../../../documents/messages/line-description.ts';
import type { ConsoleVisit } from '../visit.ts';
import { dayOf, moneyOf } from './figures.ts';

/** The charges and credits of an order that is not recorded yet, line by line, and the amount due now. */
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
  const discount = charge?.invoice.discount_in_cents ?? 0;
  const tax = [charge?.invoice, ...credits.map(({ invoice }) => invoice)].reduce(
    (sum, invoice) => sum + (invoice?.tax_in_cents ?? 0),
    0,
  );
  const paid = creditPayments
    .filter(({ applied_to_invoice_id }) => applied_to_invoice_id === charge?.invoice.uuid)
    .reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
  return html`<table class="draft" aria-label="${caption}"><tbody>
${lines.map((line) => {
  const name = lineDescription(line, invoiceWords) || line.product_code || 'Charge';
  const period = line.end_date === null ? '' : `${dayOf(visit, line.start_date)} to ${dayOf(visit, line.end_date)}`;
  const label = html`${line.quantity === 1 ? '' : `${line.quantity} × `}${name}${period ? html` <span class="quiet">${period}</span>` : ''}`;
  return row(label, line.unit_amount_in_cents * line.quantity);
})}
${discount > 0 ? row('Discounts', -discount) : ''}
${tax === 0 ? '' : row('Tax', tax)}
${paid > 0 ? row('Paid from credit', -paid) : ''}
</tbody><tfoot><tr><th scope="row">${due}</th><td class="number">${moneyOf(draft.due, currency)}</td></tr></tfoot></table>`;
};
