import { exactUnits } from '@service/billing/domain/adjustments/counted-units.ts';
import type { SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { documentLanguage } from '../../../documents/messages/document-language.ts';
import type { InvoiceWords } from '../../../documents/messages/en/invoice.ts';
import { lineDescription } from '../../../documents/messages/line-description.ts';
import { taxRowsOfPrices } from '../../../documents/messages/tax-rows.ts';
import { formatsOf, type Visit } from '../visit.ts';

/** Cents of a priced order, as the customer sees them. */
export interface ShownPrice {
  /** The amount that is paid now. */
  readonly due: number;
  /** Credit of the order that stays on the account. */
  readonly creditLeft: number;
}

export const priceOfDraft = (draft: OrderDraft | undefined): ShownPrice => ({
  due: draft?.due ?? 0,
  creditLeft: -(draft?.credits ?? []).reduce((sum, { invoice }) => sum + invoice.balance_in_cents, 0),
});

/** Credit that the account has after an order, in cents: `before` is what it has now, in the order's currency. */
export const creditAfter = (draft: OrderDraft | undefined, before: number): number => {
  const added = new Set(draft?.credits.map(({ invoice }) => invoice.uuid));
  const spent = (draft?.creditPayments ?? []).filter(({ original_invoice_id: id }) => !added.has(id));
  return before - spent.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0) + priceOfDraft(draft).creditLeft;
};

/**
 * Whether a credit, in cents, is that which was shown. A credit for the rest of a period shrinks while the customer
 * reads: by a thousandth at most, and not below a cent.
 */
const isCreditAsShown = (credit: number, shown: number): boolean => credit >= shown - Math.max(1, shown / 1000);

/** Whether a price is no worse for the customer than the one that was shown. */
export const isAsShown = (now: ShownPrice, shown: ShownPrice): boolean =>
  now.due <= shown.due && isCreditAsShown(now.creditLeft, shown.creditLeft);

/** Whether the price is charged at once: customers who pay by invoice get one. */
export const isChargedAtOnce = (
  { collection_method }: Pick<SubscriptionRecord, 'collection_method'>,
  { due }: ShownPrice,
): boolean => due > 0 && collection_method === 'automatic';

/** The price that a form was shown with. */
export const shownPrice = ({ due, credit_left }: Readonly<Record<string, string | undefined>>): ShownPrice => ({
  due: centsIn(due),
  creditLeft: centsIn(credit_left),
});

const centsIn = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** The price that a form is shown with, so that nothing dearer is bought with it. */
export const priceFields = ({ due, creditLeft }: ShownPrice): Markup =>
  html`<input type="hidden" name="due" value="${due}"><input type="hidden" name="credit_left" value="${creditLeft}">`;

/** Returns the name of what a credit was given for: the rest of a period, or an earlier credit invoice. */
const creditName = (
  { words }: Visit,
  { credits, invoiceNames }: OrderDraft,
  invoiceId: string,
  ofInvoices: InvoiceWords,
): string => {
  const earlier = invoiceNames?.[invoiceId];
  if (earlier) return ofInvoices.creditFrom(earlier);
  const lines = credits.find(({ invoice }) => invoice.uuid === invoiceId)?.lines ?? [];
  const plan = lines.find(({ start_date, end_date }) => end_date !== null && end_date > start_date);
  const product = plan?.description || plan?.product_code;
  return product ? words.change.unused(product) : words.change.credit;
};

const sumOf = (payments: readonly { readonly amount_in_cents: number }[]): number =>
  payments.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);

/** The lines of an order, and the amount due now. */
export const priceTable = (visit: Visit, draft: OrderDraft, title: string): Markup => {
  const { words } = visit;
  const { money, day, quantity } = formatsOf(visit, draft.currency);
  const charge = draft.charge;
  const rows: Markup[] = [];
  const row = (name: Markup | string, cents: number, look = '') =>
    rows.push(html`<tr class="${look}"><th scope="row">${name}</th><td>${money(cents)}</td></tr>`);
  const ofInvoices = documentLanguage(visit.locale, visit.site.texts).words;
  for (const line of charge?.lines ?? []) {
    const product = lineDescription(line, ofInvoices) || line.product_code || '';
    const { quantity: exact } = exactUnits(line);
    const name = exact === '1' ? product : words.times(quantity(exact), product);
    const period = line.end_date === null ? '' : `${day(line.start_date)} – ${day(line.end_date)}`;
    row(
      html`${name}${period ? html`<span class="quiet">${period}</span>` : ''}`,
      line.unit_amount_in_cents * line.quantity,
    );
  }
  const discount = (charge?.lines ?? []).reduce((sum, line) => sum + line.discount_in_cents, 0);
  const tax = charge?.invoice.tax_in_cents ?? 0;
  if (discount > 0) row(words.change.discount, -discount, 'less');
  if (tax > 0) {
    for (const { label, value } of taxRowsOfPrices(charge?.lines ?? [], ofInvoices, formatsOf(visit, draft.currency)))
      rows.push(html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`);
  }
  const uses = Map.groupBy(draft.creditPayments, ({ applied_to_invoice_id: paid }) =>
    paid === charge?.invoice.uuid ? 'now' : (draft.invoiceNames?.[paid ?? ''] ?? ''),
  );
  const byCredit = Map.groupBy(uses.get('now') ?? [], ({ original_invoice_id }) => original_invoice_id);
  for (const [id, payments] of byCredit) {
    const name = creditName(visit, draft, id, ofInvoices);
    row(name, -sumOf(payments), 'less');
  }
  const ofEarlier = [...uses].filter(([number]) => number !== 'now');
  const notes = ofEarlier.map(
    ([number, payments]) => html`<p class="quiet">${words.change.creditPays(money(sumOf(payments)), number)}</p>`,
  );
  const { creditLeft } = priceOfDraft(draft);
  return html`<div class="paper"><table aria-label="${title}"><tbody>${rows}</tbody>
<tfoot><tr class="sum"><th scope="row">${words.change.today}</th><td>${money(draft.due)}</td></tr></tfoot></table>
${notes}${creditLeft > 0 ? html`<p class="quiet">${words.change.creditLeft(money(creditLeft))}</p>` : ''}</div>`;
};
