import { eraseAccount } from '@service/billing/usecases/accounts/erase-account.ts';
import { html } from '../../../../../documents/html.ts';
import { inputField } from '../../../parts/form.ts';
import { FormProblem } from '../../../route.ts';
import { withPermission } from '../../../visit.ts';
import type { CustomerAction } from './customer-action.ts';
import type { CustomerActionDeps } from './deps.ts';

/** Erases a customer's personal data. */
export const eraseAction = (deps: CustomerActionDeps): CustomerAction => {
  const erase = withPermission('customers.erase', eraseAccount(deps));
  return {
    action: 'erase',
    title: 'Erase personal data',
    permission: 'customers.erase',
    fresh: true,
    danger: true,
    content: async (_visit, { account_code }, filled) => [
      html`<p>The account is closed, and names, addresses, notes, mail and payment methods are erased, also from events and webhooks. Invoices, with the address that they were made for, payments and the ledger stay. <strong>This cannot be undone.</strong></p>`,
      inputField(filled, {
        name: 'code',
        label: `Type ${account_code} to go on`,
        attributes: { autocomplete: 'off', required: '' },
      }),
    ],
    button: async (_visit, { account_code }) => `Erase the personal data of ${account_code}`,
    async carryOut(visit, { account_code }, { code }) {
      if (code !== account_code) throw new FormProblem('Nothing was erased.', { code: `Type ${account_code}.` });
      await deps.overwritingDeleted(() => erase(visit, account_code));
      return 'The personal data is erased. The customer was not told.';
    },
  };
};
