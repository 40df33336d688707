import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { methodThatPays } from '@service/billing/domain/billing-info/wallet.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { html, type Markup } from '../../../documents/html.ts';
import type { Reads } from '../reads.ts';
import { formatsOf, type Visit } from '../visit.ts';
import { invoiceTitle } from './invoice-rows.ts';
import { methodName } from './payment-method.ts';

/** Returns what is owed, for example `$21.74 and €10.00`; undefined if nothing is. */
export const owedIn = (visit: Visit, owed: readonly ShownInvoice[]): string | undefined => {
  const amounts = [...Map.groupBy(owed, ({ currency }) => currency)].map(([currency, each]) =>
    formatsOf(visit, currency).money(each.reduce((sum, { balance_in_cents }) => sum + balance_in_cents, 0)),
  );
  return amounts.length === 0 ? undefined : new Intl.ListFormat(visit.locale).format(amounts);
};

/** Overdue invoices that are not charged at once, each with how it is paid. */
export const paidOtherwise = (
  visit: Visit,
  wallet: readonly BillingInfoRecord[],
  pastDue: readonly ShownInvoice[],
  atOnce: readonly ShownInvoice[],
): Markup =>
  html`${pastDue
    .filter(({ uuid }) => !atOnce.some((one) => one.uuid === uuid))
    .map((invoice) => {
      const { words } = visit;
      const method = methodThatPays(wallet, invoice);
      const how =
        invoice.collection_method === 'manual' || !method
          ? words.invoices.byInvoice
          : words.invoices.payWith(methodName(visit, method));
      const amount = formatsOf(visit, invoice.currency).money(invoice.balance_in_cents);
      return html`<p class="note"><a href="/account/invoices/${invoice.invoice_number ?? ''}">${invoiceTitle(visit, invoice)}</a> · ${amount}<br>${how}</p>\n`;
    })}`;

/** Returns what became of invoices that were to be charged at once; undefined where there were none or they wait. */
export const paidAs = async (
  reads: Pick<Reads, 'invoiceOf'>,
  visit: Visit,
  charged: readonly ShownInvoice[],
): Promise<'paid' | 'processing' | undefined> => {
  const after = await Promise.all(charged.map(({ uuid }) => reads.invoiceOf(visit, uuid)));
  if (after.length > 0 && after.every(({ state }) => state === 'paid')) return 'paid';
  return after.some(({ state }) => state === 'processing') ? 'processing' : undefined;
};
