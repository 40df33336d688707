import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { isCollectedWith, methodThatPays } from '@service/billing/domain/billing-info/wallet.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { formatsOf, type Visit } from '../visit.ts';
import { invoiceTitle } from './invoice-rows.ts';
import { methodName } from './payment-method.ts';

/** Returns what is overdue, for example `$21.74 and €10.00`; undefined if nothing is. */
export const owedIn = (visit: Visit, pastDue: readonly ShownInvoice[]): string | undefined => {
  const amounts = [...Map.groupBy(pastDue, ({ currency }) => currency)].map(([currency, each]) =>
    formatsOf(visit, currency).money(each.reduce((sum, { balance_in_cents }) => sum + balance_in_cents, 0)),
  );
  return amounts.length === 0 ? undefined : new Intl.ListFormat(visit.locale).format(amounts);
};

/** Overdue invoices that are not collected with the primary, each with how it is paid. */
export const paidOtherwise = (
  visit: Visit,
  wallet: readonly BillingInfoRecord[],
  pastDue: readonly ShownInvoice[],
): Markup =>
  html`${pastDue
    .filter((invoice) => !isCollectedWith(wallet[0], wallet, invoice))
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
