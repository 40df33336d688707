import { markInvoiceFailed } from '@service/billing/usecases/invoices/mark-invoice-failed.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { ConsoleRoute } from '../../route.ts';
import { permitted } from '../../visit.ts';
import { invoiceForm } from './invoice-form.ts';
import type { MoneyDeps } from './money-deps.ts';
import { toldCustomer } from './told-customer.ts';

/** Writes an open invoice off. */
export const markFailedRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const fail = permitted('invoices.write_off', markInvoiceFailed(deps));
  const told = toldCustomer(deps);
  return invoiceForm(deps, {
    action: 'mark-failed',
    permission: 'invoices.write_off',
    title: 'Mark as failed: invoice',
    explain: (_, { balance_in_cents, currency }) =>
      `Credit of the account pays first. The rest of ${moneyOf(balance_in_cents, currency)} is written off by a credit invoice, and is not collected any more. Subscriptions continue.`,
    button: ({ balance_in_cents, currency }) => `Write off ${moneyOf(balance_in_cents, currency)}`,
    danger: true,
    async carryOut(visit, { uuid, account_code, balance_in_cents, currency }) {
      await fail(visit, uuid);
      return `The invoice is closed as failed, and what was left of ${moneyOf(balance_in_cents, currency)} is written off. ${await told(visit, account_code)}`;
    },
  });
};
