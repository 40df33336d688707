import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { AccountSessionRecords } from '@service/billing/ports/account-sessions.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { viewAsCustomer } from '@service/billing/usecases/account-pages/view-as-customer.ts';
import { html } from '../../../../documents/html.ts';
import { customerTitle } from '../../parts/figures.ts';
import { formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { customerPath } from '../../parts/paths.ts';
import { type ConsoleRoute, formPage } from '../../route.ts';
import { consolePolicy } from '../../steps/policy.ts';
import { withPermission } from '../../visit.ts';

export interface ViewAsCustomerDeps extends OrderDeps {
  readonly accountSessions: AccountSessionRecords;
  /** SHA-256, hexadecimal. */
  readonly digest: (secret: string) => string;
  /** Returns the origin of the account pages as customers see it. */
  readonly accountPagesOrigin: () => string;
}

/** The account pages as one customer sees them, in a new tab. */
export const viewAsCustomerPages = (deps: ViewAsCustomerDeps): readonly ConsoleRoute[] => {
  const find = findAccount(deps);
  const view = withPermission('customers.view_as', viewAsCustomer({ ...deps, sessions: deps.accountSessions }));
  const action = 'view-as';
  return formPage({
    path: `/customers/:code/${action}`,
    name: 'customer view-as',
    permission: 'customers.view_as',
    async ask(ctx, visit, filled) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const here = customerPath(account.account_code);
      // Browsers apply the policy to where a form leads, redirects included.
      ctx.set('Content-Security-Policy', consolePolicy(deps.accountPagesOrigin()));
      return {
        title: 'View as the customer',
        back: { href: here, label: customerTitle(visit, account) },
        content: [
          html`${formTrouble(filled)}`,
          secretForm(visit, { action: `${visit.prefix}${customerPath(account.account_code, action)}`, newTab: true }, [
            html`<p>The account pages open in a new tab, as the customer sees them. Nothing can be changed there. The audit log notes that you looked.</p>`,
            formButtons('View as the customer', { back: `${visit.prefix}${here}` }),
          ]),
        ],
      };
    },
    async carryOut(ctx, visit) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const token = await view(visit, account.account_code, visit.operator.email);
      ctx.status = 303;
      ctx.redirect(`${deps.accountPagesOrigin()}/account/view/${token}`);
      ctx.body = '';
      return undefined;
    },
  });
};
