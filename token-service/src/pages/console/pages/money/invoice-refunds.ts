import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { listTransactions } from '@service/billing/queries/payments/transactions.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { stateBadge } from '../../parts/state-words.ts';
import type { ConsoleVisit } from '../../visit.ts';

const MOST_REFUNDS = 20;

/** Returns the refunds of an invoice as money, which belong to the credit invoices made against it, oldest first. */
export const invoiceRefunds = (deps: QueryDeps) => {
  const transactions = listTransactions(deps);
  return async ({ caller }: ConsoleVisit, credits: readonly ShownInvoice[]): Promise<readonly ShownTransaction[]> => {
    const pages = await Promise.all(
      credits.map(({ uuid }) =>
        transactions.page(caller, {
          filter: { invoice_id: uuid, type: 'refund' },
          sort: 'created_at',
          order: 'asc',
          limit: MOST_REFUNDS,
        }),
      ),
    );
    return pages.flatMap(({ records }) => records);
  };
};

/** Whether money went back: by a refund, or, before it was settled, by a void of the payment itself. */
const wentBack = ({ action, status }: ShownTransaction): boolean =>
  action === 'refund' ? status === 'success' : action === 'purchase' && status === 'void';

/** The state of an invoice, and what was refunded of it. `payments`: those of the invoice, and its refunds. */
export const invoiceBadges = ({ state, currency }: ShownInvoice, payments: readonly ShownTransaction[]): Markup => {
  const refunded = payments.filter(wentBack).reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
  return html`${stateBadge('invoice', state)}${refunded > 0 ? html` ${stateBadge('invoice', 'refunded', `refunded ${moneyOf(refunded, currency)}`)}` : ''}`;
};
