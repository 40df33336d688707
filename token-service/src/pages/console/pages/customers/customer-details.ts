import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { MOST_TEMPLATES } from '@service/billing/domain/invoice-templates/rules.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { listBusinessEntities } from '@service/billing/queries/settings/business-entities.ts';
import { listInvoiceTemplates } from '@service/billing/queries/settings/invoice-templates.ts';
import { updateAccount } from '@service/billing/usecases/accounts/update-account.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { customerTitle } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import {
  checkField,
  choiceField,
  type FieldChoice,
  formButtons,
  formTrouble,
  inputField,
  secretForm,
} from '../../parts/form.ts';
import { latestChange } from '../../parts/latest-change.ts';
import { customerPath } from '../../parts/paths.ts';
import { changedSince, versionFields } from '../../record-version.ts';
import { type ConsoleRoute, FormProblem, formPage, StaleRecord } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { describeCustomerMail } from '../money/customer-mail.ts';
import {
  ACCOUNT_LABELS,
  ADDRESS_LABELS,
  changedDetails,
  countryChoices,
  detailInput,
  detailProblems,
  detailTexts,
  type EditedName,
  timeZoneChoices,
} from './detail-fields.ts';
import type { TimelineDeps } from './timeline-section.ts';

/** The records that the form offers to choose from. */
interface RecordChoices {
  readonly templates: readonly FieldChoice[];
  /** Business entities. */
  readonly sellers: readonly FieldChoice[];
}

const BY_AGE = { sort: 'created_at', order: 'asc', limit: MOST_TEMPLATES, filter: {} } as const;

export interface CustomerDetailsDeps extends OrderDeps {
  readonly sites: TimelineDeps['sites'];
  readonly hasMailServer: boolean;
}

/** Changes name, address, email, tax exemption, language, time zone and invoice template of a customer. */
export const customerDetails = (deps: CustomerDetailsDeps): readonly ConsoleRoute[] => {
  const find = findAccount(deps);
  const changedBy = latestChange(deps);
  const mailSent = describeCustomerMail(deps);
  const templates = listInvoiceTemplates(deps);
  const entities = listBusinessEntities(deps);
  const choicesFor = async (caller: Caller, held: string | null): Promise<RecordChoices> => {
    const [looks, sellers] = await Promise.all([templates.page(caller, BY_AGE), entities.page(caller, BY_AGE)]);
    return {
      templates: looks.records.map(({ uuid, name }) => [uuid, name]),
      sellers: sellers.records
        .filter(({ id, state }) => state === 'active' || id === held)
        .map(({ id, name }) => [id, name]),
    };
  };
  const update = withPermission('customers.edit', updateAccount(deps));
  return formPage({
    path: '/customers/:code/edit',
    name: 'customer edit',
    permission: 'customers.edit',
    async ask(ctx, visit, filled) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const here = `${visit.prefix}${customerPath(account.account_code)}`;
      return {
        title: 'Edit details',
        back: { href: customerPath(account.account_code), label: customerTitle(visit, account) },
        content: [
          html`${formTrouble(filled)}`,
          account.state === 'closed'
            ? html`<p class="trouble">The account is closed. Saving opens it again.</p>`
            : html``,
          secretForm(visit, { action: `${here}/edit` }, [
            versionFields(filled, detailTexts(account)),
            ...fieldsOf(visit, account, filled, await choicesFor(visit.caller, account.override_business_entity_id)),
            formButtons(filled.problems.stale ? 'Save all the same' : 'Save', { back: here }),
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, form) {
      const account = await find(visit.caller, ctx.params.code ?? '');
      const { account_code } = account;
      const stored = detailTexts(account);
      const stale = changedSince(form, stored);
      if (stale.length > 0) {
        const by = await changedBy(visit, 'account.updated', account_code);
        const now = stale.map((name) => [name, `It is now “${stored[name as EditedName] || 'empty'}”.`]);
        throw new StaleRecord(`The details were changed meanwhile${by}. Nothing was saved.`, Object.fromEntries(now));
      }
      const changed = changedDetails(form, stored);
      const to = customerPath(account_code);
      if (Object.keys(changed).length === 0) return { to, notice: 'Nothing was changed.' };
      refuseProblems(visit, form, changed);
      const input = detailInput(account, form, changed);
      const outcome = await update(visit, account_code, { input, issues: [] });
      if (outcome.outcome === 'declined') throw new FormProblem('The payment method was declined.');
      const hasEnded = outcome.account.email_changed_at_ms !== account.email_changed_at_ms;
      return {
        to,
        notice: `The details were saved.${hasEnded ? ' The sessions of the customer, and the links in earlier mail, have ended.' : ''} ${await mailSent(visit, account_code)}`,
      };
    },
  });
};

const refuseProblems = ({ site }: ConsoleVisit, form: Form, changed: ReturnType<typeof changedDetails>): void => {
  const problems = detailProblems(site, form, changed);
  if (changed.email === '' && form.no_email !== 'yes') {
    problems.email = 'The account would have no email address. Tick the box below if that is right.';
  }
  if (Object.keys(problems).length > 0) {
    throw new FormProblem('Nothing was saved. See the fields below.', problems);
  }
};

const fieldsOf = (
  visit: ConsoleVisit,
  account: AccountRecord,
  filled: FilledForm,
  { templates, sellers }: RecordChoices,
): Markup[] => {
  const stored = detailTexts(account);
  // A form that was sent has the values that were typed, an emptied field as well.
  const isSent = 'form_id' in filled.values;
  const emptied = Object.fromEntries(Object.keys(stored).map((name) => [name, '']));
  const shown: FilledForm = { ...filled, values: isSent ? { ...emptied, ...filled.values } : stored };
  const field = (name: string, label: string): Markup => {
    if (name === 'country') return choiceField(shown, { name, label }, countryChoices(stored.country));
    if (name === 'preferred_time_zone')
      return choiceField(shown, { name, label }, timeZoneChoices(stored.preferred_time_zone));
    if (name === 'invoice_template_uuid')
      return choiceField(shown, { name, label, hint: 'For invoices from the next one on.' }, [
        ['', 'The default'],
        ...templates,
      ]);
    if (name === 'override_business_entity_id')
      return choiceField(shown, { name, label, hint: 'For invoices from the next one on.' }, [
        ['', 'The one for the country'],
        ...sellers,
      ]);
    if (name === 'tax_exempt') {
      const box = { ...shown, values: { ...shown.values, [name]: shown.values[name] || undefined } };
      return checkField(box, { name, label, hint: 'Charges and renewals from now on are without tax.' });
    }
    if (name !== 'email') return inputField(shown, { name, label, hint: HINTS[name] });
    const asksToEmpty = isSent && stored.email !== '' && !filled.values.email;
    return html`${inputField(shown, { name, label, hint: emailHint(visit, account), attributes: { inputmode: 'email', spellcheck: 'false' } })}
${asksToEmpty ? checkField(filled, { name: 'no_email', label: 'Remove the email address', hint: 'The customer gets no mail any more, and no link to the account pages.' }) : ''}`;
  };
  return [...Object.entries(ACCOUNT_LABELS), ...Object.entries(ADDRESS_LABELS)].map(([name, label]) =>
    field(name, label),
  );
};

const HINTS: Readonly<Record<string, string>> = {
  cc_emails: 'With commas. They get what is sent to the email address, without links that sign in.',
  exemption_certificate: 'The number of the certificate, for the tax service.',
  entity_use_code: 'Why the customer is exempt in the United States: A to R, for the tax service.',
};

/** Returns what another address does, before it is saved. */
const emailHint = ({ site }: ConsoleVisit, { email }: AccountRecord): string => {
  if (!email) return 'Receipts, reminders and links to the account pages are sent to it.';
  const notice = site.mail_off.includes('email_changed')
    ? 'No mail is sent about it.'
    : `A notice is sent to ${email}, and none to the new address.`;
  return `Another address ends the sessions of the customer and the links in earlier mail. ${notice}`;
};
