import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import { listInvoices } from '@service/billing/queries/invoices/invoices.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { invoicePath } from '../../parts/paths.ts';
import type { ConsoleVisit } from '../../visit.ts';

const UNPAID = ['open', 'pending', 'past_due', 'processing'];
const MOST_UNPAID = 20;

/** Returns the charge invoices of a subscription that are not paid in full, newest first. */
export const unpaidInvoices = (deps: QueryDeps) => {
  const invoices = listInvoices(deps);
  return async ({ caller }: ConsoleVisit, { uuid }: ShownSubscription): Promise<readonly ShownInvoice[]> => {
    const filter = { subscription_id: uuid, type: 'charge', states: UNPAID } as const;
    const { records } = await invoices.page(caller, { filter, sort: 'created_at', order: 'desc', limit: MOST_UNPAID });
    return records.filter(({ balance_in_cents }) => balance_in_cents > 0);
  };
};

export const owedOf = (unpaid: readonly ShownInvoice[]): number =>
  unpaid.reduce((sum, { balance_in_cents }) => sum + balance_in_cents, 0);

/** Says of the sum that is owed what becomes of it when a subscription ends. Empty where nothing is owed. */
export const stillOwedSection = (
  visit: ConsoleVisit,
  unpaid: readonly ShownInvoice[],
  currency: string,
): Markup | string =>
  unpaid.length === 0
    ? ''
    : html`<p class="panel"><strong>${moneyOf(owedOf(unpaid), currency)} is owed</strong> on ${unpaid.map(
        ({ invoice_number, invoice_number_prefix }, place) => {
          const number = `${invoice_number_prefix}${invoice_number}`;
          return html`${place === 0 ? '' : ', '}<a href="${visit.prefix}${invoicePath(number)}">invoice ${number}</a>`;
        },
      )}. It stays owed, and is collected and reminded of as before, whenever the subscription ends. A refund first pays what is owed on the last invoice; only the rest goes to the customer. To stop the collection, open the invoice.</p>`;
