import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { sendInvoice } from '@service/billing/usecases/invoices/send-invoice.ts';
import { personalText } from '../../parts/figures.ts';
import type { ConsoleRoute } from '../../route.ts';
import { withPermission } from '../../visit.ts';
import { describeCustomerMail } from './customer-mail.ts';
import { invoiceForm } from './invoice-form.ts';
import type { MoneyDeps } from './money-deps.ts';

/** Mails an invoice once more. */
export const sendAgainRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const send = withPermission('invoices.send', sendInvoice(deps));
  const accountOf = findAccount(deps);
  const mailSent = describeCustomerMail(deps);
  return invoiceForm(deps, {
    action: 'send',
    permission: 'invoices.send',
    title: 'Send again: invoice',
    async explain(visit, { account_code, state }) {
      const { email } = await accountOf(visit.caller, account_code);
      if (!email) return 'The account has no email address. Add one first.';
      const what = state === 'paid' ? 'A receipt' : state === 'past_due' ? 'A reminder to pay' : 'A mail';
      return `${what} with the invoice as PDF goes to ${personalText(visit, email) || 'the address of the account'}.`;
    },
    button: () => 'Send the invoice',
    async carryOut(visit, { uuid, account_code }) {
      await send(visit, uuid);
      return mailSent(visit, account_code);
    },
  });
};
