import { closeAccount } from '@service/billing/usecases/accounts/close-account.ts';
import { reopenAccount } from '@service/billing/usecases/accounts/reopen-account.ts';
import { html } from '../../../../../documents/html.ts';
import { withPermission } from '../../../visit.ts';
import { describeCustomerMail } from '../../money/customer-mail.ts';
import type { CustomerAction } from './customer-action.ts';
import type { CustomerActionDeps } from './deps.ts';

/** Closes an account, and opens it again. */
export const standingActions = (deps: CustomerActionDeps): readonly CustomerAction[] => {
  const close = withPermission('customers.close', closeAccount(deps));
  const reopen = withPermission('customers.close', reopenAccount(deps));
  const mailSent = describeCustomerMail(deps);
  return [
    {
      action: 'close',
      title: 'Close the account',
      permission: 'customers.close',
      danger: true,
      content: async () => [
        html`<p>Its subscriptions end now, without a refund. Pending charges are dropped, the payment method is removed, and the customer can no longer sign in. Invoices that are open stay open. The account can be opened again; its subscriptions cannot.</p>`,
      ],
      button: async (_visit, { account_code }) => `Close account ${account_code}`,
      async carryOut(visit, { account_code }) {
        await close(visit, account_code);
        return `The account is closed and its subscriptions have ended. ${await mailSent(visit, account_code)}`;
      },
    },
    {
      action: 'reopen',
      title: 'Reopen the account',
      permission: 'customers.close',
      content: async () => [html`<p>The customer can buy again. Subscriptions that ended stay ended.</p>`],
      button: async (_visit, { account_code }) => `Reopen account ${account_code}`,
      async carryOut(visit, { account_code }) {
        await reopen(visit, account_code);
        return 'The account is open again. The customer was not told.';
      },
    },
  ];
};
