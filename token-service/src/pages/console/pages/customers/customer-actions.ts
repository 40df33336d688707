import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { DEFAULT_CAMPAIGN } from '@service/billing/domain/dunning/campaign.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findPendingCurrencies } from '@service/billing/queries/adjustments.ts';
import { findCampaignOfAccount, listCampaigns } from '@service/billing/queries/dunning.ts';
import { findInvoice } from '@service/billing/queries/invoices.ts';
import { findSubscribedCurrency } from '@service/billing/queries/subscriptions.ts';
import { adjustment, type CREDIT_REASONS } from '@service/billing/resources/adjustment.ts';
import { postedInvoice } from '@service/billing/resources/posted-invoice.ts';
import { defaultCurrency } from '@service/billing/resources/site.ts';
import { closeAccount } from '@service/billing/usecases/accounts/close-account.ts';
import { eraseAccount } from '@service/billing/usecases/accounts/erase-account.ts';
import { reopenAccount } from '@service/billing/usecases/accounts/reopen-account.ts';
import { createAdjustment } from '@service/billing/usecases/adjustments/create-adjustment.ts';
import type { ApprovalMailDeps } from '@service/billing/usecases/approvals/approval-mail.ts';
import { assignCampaign } from '@service/billing/usecases/dunning/assign-campaign.ts';
import { unassignCampaign } from '@service/billing/usecases/dunning/unassign-campaign.ts';
import { postCharges } from '@service/billing/usecases/invoices/post-charges.ts';
import { previewPostedCharges } from '@service/billing/usecases/invoices/preview-posted-charges.ts';
import { sendAccountLink } from '@service/billing/usecases/mail/send-account-link.ts';
import { addNote } from '@service/billing/usecases/notes/add-note.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { typedAmount } from '../../parts/amount.ts';
import { draftTable } from '../../parts/draft-table.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { areaField, choiceField, inputField, radioField } from '../../parts/form.ts';
import { customerPath } from '../../parts/paths.ts';
import { readAsRequest } from '../../parts/read-as-request.ts';
import { refuseUnseen, seenFields } from '../../record-version.ts';
import { type ConsoleRoute, FormProblem, StaleRecord } from '../../route.ts';
import { approvalHint } from '../../steps/moved-money.ts';
import { type ConsoleVisit, may, withPermission } from '../../visit.ts';
import { describeCustomerMail, keepsMail } from '../money/customer-mail.ts';
import { type CustomerAction, customerActionRoutes } from './customer-action.ts';

export interface CustomerActionDeps extends OrderDeps, ApprovalMailDeps {
  /** Runs work whose deletions must leave nothing in the database's file. */
  readonly overwritingDeleted: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The actions on a customer, each a form of its own. */
export const customerActions = (deps: CustomerActionDeps): readonly ConsoleRoute[] =>
  [
    noteAction(deps),
    linkAction(deps),
    ...adjustmentActions(deps),
    invoiceAction(deps),
    ...standingActions(deps),
    campaignAction(deps),
    eraseAction(deps),
  ].flatMap((action) => customerActionRoutes(deps, action));

const noteAction = (deps: OrderDeps): CustomerAction => {
  const note = withPermission('customers.note', addNote(deps));
  return {
    action: 'note',
    title: 'Add note',
    permission: 'customers.note',
    content: async (_visit, _account, filled) => [
      areaField(filled, {
        name: 'message',
        label: 'Note',
        hint: 'Operators see it with your name and the time. The customer does not.',
        attributes: { required: '', maxlength: '2000', autofocus: '' },
      }),
    ],
    button: async () => 'Add note',
    async carryOut(visit, { account_code }, { message = '' }) {
      await note(visit, account_code, message);
      return 'The note was added.';
    },
  };
};

const linkAction = (deps: CustomerActionDeps): CustomerAction => {
  const send = withPermission('customers.link', sendAccountLink(deps));
  return {
    action: 'link',
    title: 'Send sign-in link',
    permission: 'customers.link',
    content: async (visit, { email }) => [
      keepsMail(visit, deps)
        ? html`<p class="trouble">This site has no mail server: the message is kept, to be read under Mail, and not sent.</p>`
        : '',
      html`<p>${email ? html`The customer gets a mail at ${email} with a link to the account pages, where another payment method can be entered. It is valid for 30 days.` : 'The account has no email address, so no link can be sent.'}</p>`,
    ],
    button: async (_visit, { email }) => (email ? `Send sign-in link to ${email}` : 'Send sign-in link'),
    async carryOut(visit, { account_code }) {
      const recipient = await send(visit, account_code);
      return keepsMail(visit, deps)
        ? `Not sent: this site has no mail server, the message to ${recipient} is kept.`
        : `A mail with the link is on its way to ${recipient}.`;
    },
  };
};

/** The reasons that an operator may give. Refunds, gift cards and write-offs have actions of their own. */
const GIVEN_REASONS = [
  'general',
  'service',
  'promotional',
] as const satisfies readonly (typeof CREDIT_REASONS)[number][];

const REASONS_IN_WORDS: Readonly<Record<(typeof GIVEN_REASONS)[number], string>> = {
  general: 'General',
  service: 'Problem with the service',
  promotional: 'Promotion',
};

/** Charges and credits wait on the account for the next invoice. */
const adjustmentActions = (deps: OrderDeps): readonly CustomerAction[] => {
  const create = createAdjustment(deps);
  const subscribedIn = findSubscribedCurrency(deps);
  const fields = async (visit: ConsoleVisit, { id }: AccountRecord, filled: FilledForm): Promise<Markup[]> => [
    html`<div class="pair">${inputField(filled, { name: 'amount', label: 'Amount', attributes: { inputmode: 'decimal', required: '', autofocus: '' } })}
${choiceField(
  filled,
  {
    name: 'currency',
    label: 'Currency',
    value: (await subscribedIn(visit.caller, id)) ?? defaultCurrency(visit.site),
  },
  visit.site.currencies.map((currency) => [currency, currency] as const),
)}</div>`,
    inputField(filled, {
      name: 'description',
      label: 'Description',
      hint: 'The customer reads it on the invoice.',
      attributes: { maxlength: '255', required: '' },
    }),
  ];
  const amountIn = (amount: string | undefined, currency: string): number => {
    const cents = typedAmount(amount, currency);
    if (!cents) throw new FormProblem('Enter the amount.', { amount: 'Enter an amount above 0, such as 19.99.' });
    return cents;
  };
  const reasonIn = (typed = 'general'): (typeof GIVEN_REASONS)[number] => {
    const reason = GIVEN_REASONS.find((one) => one === typed);
    if (reason) return reason;
    const problem = `Choose one of these reasons: ${GIVEN_REASONS.map((one) => REASONS_IN_WORDS[one]).join(', ')}.`;
    throw new FormProblem(problem, { reason: problem });
  };
  const addCharge = withPermission('charges.create', create);
  const giveCredit = withPermission('credits.create', create);
  return [
    {
      action: 'charge',
      title: 'Charge',
      permission: 'charges.create',
      content: async (visit, account, filled) => [
        ...(await fields(visit, account, filled)),
        html`<p class="quiet">The charge waits for the next invoice. Taxes and discounts are added then. To bill it at once, invoice the customer afterwards.</p>`,
      ],
      button: async () => 'Add the charge',
      moves: {
        fields: ['amount', 'currency', 'description'],
        amountOf: ({ site }, { amount, currency = defaultCurrency(site) }) => ({
          amount_in_cents: amountIn(amount, currency),
          currency,
        }),
      },
      async carryOut(visit, { account_code }, form) {
        const currency = form.currency ?? defaultCurrency(visit.site);
        const unit_amount_in_cents = amountIn(form.amount, currency);
        const sent = { currency, unit_amount_in_cents, description: form.description };
        await addCharge(visit, account_code, readAsRequest(adjustment, visit, sent));
        return `A charge of ${moneyOf(unit_amount_in_cents, currency)} waits for the next invoice. The customer was not told.`;
      },
    },
    {
      action: 'credit',
      title: 'Give credit',
      permission: 'credits.create',
      content: async (visit, account, filled) => [
        ...(await fields(visit, account, filled)),
        choiceField(
          filled,
          { name: 'reason', label: 'Reason', value: 'general' },
          GIVEN_REASONS.map((reason) => [reason, REASONS_IN_WORDS[reason]] as const),
        ),
        html`<p class="quiet">The credit waits for the next invoice, which it makes smaller. What is left stays on the account. ${approvalHint(visit, ...visit.site.currencies)}</p>`,
      ],
      button: async () => 'Give the credit',
      moves: {
        kind: 'credit',
        fields: ['amount', 'currency', 'description', 'reason'],
        amountOf({ site }, { amount, currency = defaultCurrency(site), reason }) {
          reasonIn(reason);
          return { amount_in_cents: amountIn(amount, currency), currency };
        },
      },
      async carryOut(visit, { account_code }, form) {
        const currency = form.currency ?? defaultCurrency(visit.site);
        const cents = amountIn(form.amount, currency);
        const sent = { currency, unit_amount_in_cents: cents, description: form.description };
        const { value, issues } = readAsRequest(adjustment, visit, sent);
        const credited = { unit_amount_in_cents: -cents, credit_reason_code: reasonIn(form.reason) };
        await giveCredit(visit, account_code, { value: { ...value, ...credited }, issues });
        return `A credit of ${moneyOf(cents, currency)} waits for the next invoice. The customer was not told.`;
      },
    },
  ];
};

const invoiceAction = (deps: CustomerActionDeps): CustomerAction => {
  const preview = previewPostedCharges(deps);
  const post = withPermission('invoices.create', postCharges(deps));
  const find = findInvoice(deps);
  const mailSent = describeCustomerMail(deps);
  const pendingCurrencies = findPendingCurrencies(deps);
  /** Invoices one currency at a time, the oldest first. */
  const sent = async (visit: ConsoleVisit, account: AccountRecord, { method, net_terms = '0', po_number }: Form) => {
    const [currency] = await pendingCurrencies(visit.caller, account);
    const terms = method === 'manual' ? { net_terms, po_number } : {};
    const collection_method = method === 'manual' ? 'manual' : 'automatic';
    return readAsRequest(postedInvoice, visit, { collection_method, currency, ...terms });
  };
  const previewed = async (visit: ConsoleVisit, account: AccountRecord, method: string) =>
    preview(visit.caller, account.account_code, await sent(visit, account, { method }));
  return {
    action: 'invoice',
    title: 'Invoice pending charges',
    permission: 'invoices.create',
    async instead(visit, account) {
      try {
        await previewed(visit, account, 'automatic');
        return undefined;
      } catch (error) {
        if (!(error instanceof Failure && error.symbol === 'will_not_invoice')) throw error;
        return html`<p>No charges are pending, so there is nothing to invoice.${
          may(visit, 'charges.create')
            ? html` <a href="${visit.prefix}${customerPath(account.account_code, 'charge')}">Add a charge</a>`
            : ''
        }</p>`;
      }
    },
    async content(visit, account, filled) {
      const [now, later] = await Promise.all([
        previewed(visit, account, 'automatic'),
        previewed(visit, account, 'manual'),
      ]);
      const [collected, transferred] = [moneyOf(now.due, now.currency), moneyOf(later.due, later.currency)];
      return [
        html`<input type="hidden" name="seen_automatic" value="${now.due}"><input type="hidden" name="seen_manual" value="${later.due}">`,
        radioField(
          { ...filled, values: { method: 'automatic', ...filled.values } },
          { name: 'method', label: 'Payment' },
          [
            { value: 'automatic', label: `Collect ${collected} now from the payment method on file` },
            { value: 'manual', label: `Send an invoice of ${transferred}, which the customer pays by transfer` },
          ],
        ),
        now.due === later.due
          ? draftTable(visit, now, 'Invoice')
          : html`<p>Taxes differ: what is collected is taxed by the billing address, what is paid by transfer by the address of the account.</p>
<div class="difference"><div class="panel"><h2>Collected now</h2>${draftTable(visit, now, 'Collected now')}</div>
<div class="panel"><h2>Paid by transfer</h2>${draftTable(visit, later, 'Paid by transfer', 'Due')}</div></div>`,
        html`<div class="pair">${inputField(filled, {
          name: 'net_terms',
          label: 'Days to pay',
          value: 14,
          hint: 'For a transfer.',
          attributes: { type: 'number', min: '0', max: '999', inputmode: 'numeric' },
        })}
${inputField(filled, { name: 'po_number', label: 'Purchase order number', hint: 'For a transfer.', attributes: { maxlength: '50' } })}</div>`,
      ];
    },
    async button(visit, account) {
      const [now, later] = await Promise.all([
        previewed(visit, account, 'automatic'),
        previewed(visit, account, 'manual'),
      ]);
      const [collected, transferred] = [moneyOf(now.due, now.currency), moneyOf(later.due, later.currency)];
      return collected === transferred
        ? `Make the invoice of ${collected}`
        : `Make the invoice of ${collected}, or ${transferred} by transfer`;
    },
    moves: {
      fields: ['method', 'net_terms', 'po_number'],
      async amountOf(visit, { method }, account) {
        const { due, currency } = await previewed(visit, account, 'automatic');
        // An invoice that is paid by transfer charges nothing.
        return { amount_in_cents: method === 'manual' ? 0 : due, currency };
      },
    },
    async carryOut(visit, account, form) {
      const { account_code } = account;
      const method = form.method === 'manual' ? 'manual' : 'automatic';
      if (!/^\d{0,3}$/.test(form.net_terms ?? '')) {
        throw new FormProblem('Enter the days to pay.', { net_terms: 'Enter a whole number.' });
      }
      const { due, currency } = await previewed(visit, account, method);
      if (String(due) !== form[`seen_${method}`]) {
        throw new StaleRecord('The charges have changed meanwhile. These are the amounts now.');
      }
      const { charge } = await post(visit, account_code, await sent(visit, account, { ...form, method }));
      const said = await mailSent(visit, account_code);
      const amount = moneyOf(due, currency);
      if (method === 'manual') return `The invoice of ${amount} was made. ${said}`;
      const state = charge === undefined ? 'paid' : (await find(visit.caller, charge)).state;
      return state === 'paid'
        ? `The invoice was made, and ${amount} was collected. ${said}`
        : state === 'processing'
          ? `The invoice was made, and ${amount} is being collected. ${said}`
          : `The invoice was made, but ${amount} was not collected. ${said}`;
    },
  };
};

const standingActions = (deps: CustomerActionDeps): readonly CustomerAction[] => {
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

const campaignAction = (deps: OrderDeps): CustomerAction => {
  const campaigns = listCampaigns(deps);
  const assigned = findCampaignOfAccount(deps);
  /** Returns the code of the account's own campaign; empty if it has none. */
  const presentOf = async (visit: ConsoleVisit, { id }: AccountRecord): Promise<string> =>
    (await assigned(visit.caller, id))?.code ?? '';
  const assign = withPermission('dunning.assign', assignCampaign(deps));
  const unassign = withPermission('dunning.assign', unassignCampaign(deps));
  return {
    action: 'campaign',
    title: 'Dunning campaign',
    permission: 'dunning.assign',
    async content(visit, account, filled) {
      const [known, present] = await Promise.all([campaigns(visit.site), presentOf(visit, account)]);
      const isSent = filled.values.version !== undefined;
      return [
        seenFields({ campaign: present }),
        choiceField(
          filled,
          {
            name: 'campaign',
            label: 'Campaign',
            // A form that was sent keeps what was chosen in it, also that of the plan or the site.
            value: isSent ? '' : present,
            hint: 'It counts for invoices that become past due from now on.',
          },
          [
            ['', 'That of the plan or the site'],
            // The built-in campaign cannot be assigned: it is that of the site.
            ...known
              .filter(({ campaign }) => campaign !== DEFAULT_CAMPAIGN)
              .map(({ campaign }) => [campaign.code, campaign.code] as const),
          ],
        ),
      ];
    },
    button: async () => 'Use this campaign',
    async carryOut(visit, account, form) {
      refuseUnseen(form, { campaign: await presentOf(visit, account) }, 'The campaign of the account was');
      const { account_code } = account;
      const { campaign } = form;
      const to = { kind: 'account', code: account_code } as const;
      if (campaign === undefined) {
        await unassign(visit, to);
        return 'The account has the campaign of its plan or of the site.';
      }
      await assign(visit, campaign, to);
      return `The account has the campaign ${campaign}.`;
    },
  };
};

const eraseAction = (deps: CustomerActionDeps): CustomerAction => {
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

/** Returns the actions that fit an account now. */
export const fittingActions = ({ state, email }: AccountRecord): readonly string[] =>
  state === 'closed'
    ? ['reopen', 'erase', 'note']
    : ['note', 'charge', 'credit', 'invoice', ...(email ? ['link'] : []), 'campaign', 'close', 'erase'];
