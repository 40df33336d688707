import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { formatsOf, type Visit } from '../visit.ts';

type InvoiceState = keyof Visit['words']['invoices']['state'];

const invoiceStateText = ({ words }: Pick<Visit, 'words'>, { state }: Pick<ShownInvoice, 'state'>): string =>
  words.invoices.state[state as InvoiceState];

/** `Invoice 1002`, as its number is printed. */
export const invoiceTitle = ({ words }: Pick<Visit, 'words'>, invoice: ShownInvoice): string => {
  const number = `${invoice.invoice_number_prefix}${invoice.invoice_number ?? ''}`;
  return invoice.type === 'credit' ? words.invoices.creditOne(number) : words.invoices.one(number);
};

/** Invoices as a list of links. */
export const invoiceRows = (visit: Visit, invoices: readonly ShownInvoice[]): Markup => html`<ul class="rows">
${invoices.map((invoice) => {
  const { money, day } = formatsOf(visit, invoice.currency);
  const { state, balance_in_cents, total_in_cents } = invoice;
  const partlyPaid = (state === 'past_due' || state === 'pending') && balance_in_cents < total_in_cents;
  return html`<li><a class="row" href="/account/invoices/${invoice.invoice_number ?? ''}">
<span class="row-name">${invoiceTitle(visit, invoice)}<span class="quiet">${day(invoice.created_at)}</span></span>
<span class="row-amount"><data value="${total_in_cents}">${money(total_in_cents)}</data>${partlyPaid ? html`<span class="quiet">${visit.words.invoices.owed(money(balance_in_cents))}</span>` : ''}<span class="tag ${invoice.state}">${invoiceStateText(visit, invoice)}</span></span>
</a></li>`;
})}
</ul>`;
