import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findAccount } from '@service/billing/queries/accounts.ts';
import { listAuditEntries } from '@service/billing/queries/audit-log.ts';
import type { AccountInput } from '@service/billing/resources/account.ts';
import { updateAccount } from '@service/billing/usecases/accounts/update-account.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { customerTitle } from '../../parts/figures.ts';
import { formButtons, formTrouble, inputField, secretForm } from '../../parts/form.ts';
import { customerPath } from '../../parts/paths.ts';
import { type ConsoleRoute, FormProblem, formPage, StaleRecord } from '../../route.ts';
import { permitted } from '../../visit.ts';

const OF_ACCOUNT = {
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  company_name: 'Company',
  vat_number: 'VAT number',
  preferred_locale: 'Language, such as de-AT',
} as const;
const OF_ADDRESS = {
  address1: 'Address',
  address2: 'Address, second line',
  zip: 'Postal code',
  city: 'City',
  state: 'State or region',
  country: 'Country, two letters',
  phone: 'Phone',
} as const;
type AccountName = keyof typeof OF_ACCOUNT;
type AddressName = keyof typeof OF_ADDRESS;

/** The values of an account as the fields of the form have them. */
const valuesOf = (account: AccountRecord): Record<AccountName | AddressName, string> => {
  const { address } = account;
  const texts = [
    ...Object.keys(OF_ACCOUNT).map((name) => [name, account[name as AccountName] ?? '']),
    ...Object.keys(OF_ADDRESS).map((name) => [name, address?.[name as AddressName] ?? '']),
  ];
  return Object.fromEntries(texts);
};

/** Changes name, address, email and language of a customer. */
export const customerDetails = (deps: OrderDeps): readonly ConsoleRoute[] => {
  const find = findAccount(deps);
  const audit = listAuditEntries(deps);
  const update = permitted('customers.edit', updateAccount(deps));
  return formPage({
    path: '/customers/:code/edit',
    name: 'customer edit',
    permission: 'customers.edit',
    async ask(ctx, visit, filled) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const here = `${visit.prefix}${customerPath(account.account_code)}`;
      const stored = valuesOf(account);
      // A form that was sent has the values that were typed, an emptied field as well.
      const isSent = 'form_id' in filled.values;
      const values = isSent
        ? { ...Object.fromEntries(Object.keys(stored).map((name) => [name, ''])), ...filled.values }
        : stored;
      const shown = { ...filled, values: values as Form };
      const field = (name: AccountName | AddressName, label: string) => inputField(shown, { name, label });
      return {
        title: 'Edit details',
        back: { href: customerPath(account.account_code), label: customerTitle(visit, account) },
        content: [
          html`${formTrouble(filled)}`,
          secretForm(visit, { action: `${here}/edit` }, [
            html`<input type="hidden" name="seen" value="${JSON.stringify(stored)}">`,
            ...Object.entries(OF_ACCOUNT).map(([name, label]) => field(name as AccountName, label)),
            ...Object.entries(OF_ADDRESS).map(([name, label]) => field(name as AddressName, label)),
            isSent && filled.problems.form?.startsWith(STALE)
              ? html`<label class="choice"><input type="checkbox" name="anyway" value="yes"> <span>Save my values all the same</span></label>`
              : '',
            formButtons('Save', { back: here }),
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, form) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const stored = valuesOf(account);
      const seen = seenIn(form.seen);
      const changed = Object.keys(stored).filter((name) => seen[name] !== stored[name as AccountName]);
      if (changed.length > 0 && !form.anyway) {
        const [latest] = await audit([visit.site], { subject: account.account_code }, 1);
        const fields = Object.fromEntries(changed.map((name) => [name, `It is now “${stored[name as AccountName]}”.`]));
        throw new StaleRecord(
          `${STALE}${latest ? ` by ${latest.actor.replace(/^operator:/, '')}` : ''}. Nothing was saved.`,
          fields,
        );
      }
      const email = form.email ?? null;
      const outcome = await update(visit, account.account_code, { input: inputOf(account, form), issues: [] });
      if (outcome.outcome === 'declined') throw new FormProblem('The payment method was declined.');
      const told =
        email !== account.email && account.email
          ? ` The address before, ${account.email}, was told by mail, and all sessions of the customer have ended.`
          : ' The customer was not told.';
      return { to: customerPath(account.account_code), notice: `The details were saved.${told}` };
    },
  });
};

const STALE = 'The details were changed meanwhile';

const seenIn = (text: string | undefined): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
};

const inputOf = ({ address }: AccountRecord, form: Form): AccountInput =>
  ({
    ...Object.fromEntries(Object.keys(OF_ACCOUNT).map((name) => [name, form[name] ?? null])),
    address: {
      ...address,
      ...Object.fromEntries(Object.keys(OF_ADDRESS).map((name) => [name, form[name] ?? null])),
      country: form.country?.toUpperCase() ?? null,
    },
  }) as AccountInput;
