import { markInvoiceFailed } from '@service/billing/usecases/invoices/mark-invoice-failed.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { moneyOf } from '../../parts/figures.ts';
import { areaField } from '../../parts/form.ts';
import { type ConsoleRoute, FormProblem } from '../../route.ts';
import { approvalHint } from '../../steps/moved-money.ts';
import { withPermission } from '../../visit.ts';
import { describeCustomerMail } from './customer-mail.ts';
import { invoiceForm } from './invoice-form.ts';
import type { MoneyDeps } from './money-deps.ts';

/** Writes an open invoice off. */
export const markFailedRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const fail = withPermission('invoices.write_off', markInvoiceFailed(deps));
  const mailSent = describeCustomerMail(deps);
  return invoiceForm(deps, {
    action: 'mark-failed',
    permission: 'invoices.write_off',
    title: 'Write off invoice',
    explain: (visit, { balance_in_cents, currency }) =>
      `${approvalHint(visit, currency)}Credit of the account pays first. The rest of ${moneyOf(balance_in_cents, currency)} is written off by a credit invoice: it is no longer owed, and no longer collected. Subscriptions continue. This cannot be undone: if the money arrives later, charge the customer again and record the payment of that invoice.`,
    fields: (_, filled) => [
      areaField(filled, {
        name: 'reason',
        label: 'Reason',
        hint: 'For the audit log. The customer does not see it.',
        attributes: { maxlength: '500', required: '' },
      }),
    ],
    button: ({ balance_in_cents, currency }) => `Write off ${moneyOf(balance_in_cents, currency)}`,
    danger: true,
    moves: {
      kind: 'write_off',
      fields: ['reason'],
      amountOf({ balance_in_cents }, form) {
        reasonOf(form);
        return balance_in_cents;
      },
    },
    async carryOut(visit, { uuid, account_code, balance_in_cents, currency }, form) {
      await fail(visit, uuid, reasonOf(form));
      return `The invoice is closed as failed: what was left of ${moneyOf(balance_in_cents, currency)} is written off. ${await mailSent(visit, account_code)}`;
    },
  });
};

/** Throws `FormProblem` where there is none. */
const reasonOf = ({ reason }: Form): string => {
  if (!reason) throw new FormProblem('Enter the reason.', { reason: 'Say why nothing is collected any more.' });
  return reason.slice(0, 500);
};
