import { payingParent } from '@service/billing/domain/accounts/account.ts';
import { accountCountry } from '@service/billing/domain/accounts/account-country.ts';
import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { World } from '@service/billing/ports/world.ts';
import { accountBalance, findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { findPaymentMethods } from '@service/billing/queries/accounts/billing-info.ts';
import { type CustomerRow, listCustomers } from '@service/billing/queries/accounts/customer-list.ts';
import { listAdjustments } from '@service/billing/queries/invoices/adjustments.ts';
import { listInvoiceRows } from '@service/billing/queries/invoices/invoice-list.ts';
import { findInvoiceParts } from '@service/billing/queries/invoices/invoices.ts';
import type { RowPage } from '@service/billing/queries/lists/row-list.ts';
import { findBusinessEntity } from '@service/billing/queries/settings/business-entities.ts';
import { findInvoiceTemplate } from '@service/billing/queries/settings/invoice-templates.ts';
import { listSubscriptionRows } from '@service/billing/queries/subscriptions/subscription-list.ts';
import { offersAccountPages } from '@service/billing/resources/site.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { customerTitle, dayOf, factList, momentOf, moneyOf, moneysOf, personalText } from '../../parts/figures.ts';
import { foldedActions } from '../../parts/folded-actions.ts';
import { actionLink } from '../../parts/form.ts';
import { customerPath, invoicePath, subscriptionPath } from '../../parts/paths.ts';
import { countryName } from '../../parts/place-names.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, queryOf, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may, seesPersonalData } from '../../visit.ts';
import { waitingApprovals } from '../approvals/waiting-approvals.ts';
import { owedSection } from '../money/collection-outlook.ts';
import { subscriptionBadges } from '../subscriptions/pause-words.ts';
import { couponsOfHolder } from '../subscriptions/subscription-coupons.ts';
import { fittingActions } from './actions/customer-actions.ts';
import { entitlementsSection } from './customer-entitlements.ts';
import { paymentFacts, walletSection } from './customer-wallet.ts';
import { type TimelineDeps, timelineSection } from './timeline-section.ts';

const MOST = 10;

export interface CustomerPageDeps extends TimelineDeps {
  readonly world: Pick<World, 'turn'>;
}

/** The names of the seller and the look that an account chooses for its invoices; undefined: those of the site. */
interface InvoiceChoices {
  readonly entity: string | undefined;
  readonly template: string | undefined;
}

/** Invoices that are past due of which the page says what happens next. */
const MOST_OWED = 3;

/** One customer: who it is, what it pays, what happened last, what is wrong. */
export const customerPage = (deps: CustomerPageDeps): ConsoleRoute => {
  const find = findAccount(deps);
  const balanceOf = accountBalance(deps);
  const methodsOf = findPaymentMethods(deps);
  const entityOf = findBusinessEntity(deps);
  const templateOf = findInvoiceTemplate(deps);
  const subscriptions = listSubscriptionRows(deps);
  const invoices = listInvoiceRows(deps);
  const adjustments = listAdjustments(deps);
  const customers = listCustomers(deps);
  const timeline = timelineSection(deps);
  const waiting = waitingApprovals(deps);
  const wallet = walletSection(deps);
  const entitlements = entitlementsSection(deps);
  const partsOf = findInvoiceParts(deps);
  const couponsOf = couponsOfHolder(deps);

  /** Shows what the customer owes, and what happens next. */
  const owed = async (visit: ConsoleVisit, account_code: string): Promise<Markup> => {
    const { caller } = visit;
    const query = { account_code, states: ['past_due'], type: 'charge', order: 'asc', limit: MOST_OWED } as const;
    const { records, next } = await invoices(caller, { ...query, totals: false });
    const reading = { caller, version: LATEST, turn: deps.world.turn, embedded: 1 };
    const each = await Promise.all(records.map(({ number }) => partsOf(reading, number)));
    const rest = `/past-due?account_code=${encodeURIComponent(account_code)}`;
    return html`${each.map((parts) => owedSection(visit, parts, { named: true }))}${more(visit, next, rest)}`;
  };

  /** Returns the names of what the account chooses for its invoices. */
  const chosenFor = async (caller: Caller, account: AccountRecord): Promise<InvoiceChoices> => {
    const { override_business_entity_id: entity, invoice_template_uuid: template } = account;
    return {
      entity: entity ? (await entityOf(caller, entity)).name : undefined,
      template: template ? (await templateOf(caller, template)).name : undefined,
    };
  };

  return readingPage('/customers/:code', 'customer', 'customers.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const { caller } = visit;
    const account = await find(caller, ctx.params.code ?? '');
    const { account_code, id } = account;
    const [approvals, balance, methods, subscribed, billed, pending, children, stream, granted, coupons] =
      await Promise.all([
        waiting(visit, { account_id: id }),
        balanceOf(caller, account_code),
        methodsOf(caller, account),
        subscriptions(caller, { account_code, limit: MOST }),
        invoices(caller, { account_code, limit: MOST }),
        adjustments.page(caller, {
          filter: { account_id: id, state: 'pending' },
          sort: 'created_at',
          order: 'desc',
          limit: MOST,
        }),
        account.has_children ? customers(caller, { parent: account_code, limit: MOST, totals: false }) : undefined,
        timeline(visit, account_code, queryOf(ctx)),
        entitlements(visit, id),
        couponsOf(visit, { account_id: id, account_code, isOpen: account.state !== 'closed' }),
      ]);
    const state = account.state === 'closed' ? 'closed' : balance.past_due ? 'past_due' : 'open';
    showPage(
      ctx,
      {
        title: customerTitle(visit, account),
        badge: stateBadge('customer', state),
        subtitle: subtitleOf(visit, account),
        back: { href: '/customers', label: 'Customers' },
        actions: actionsOf(visit, account),
      },
      [
        approvals,
        balance.past_due && may(visit, 'invoices.read') ? await owed(visit, account_code) : '',
        factList(
          factsOf(visit, account, methods, balanceText(balance.balance_in_cents, [subscribed.records, billed.records])),
        ),
        html`<div class="sections beside-first"><div>${stream}</div><div>
<section><h2>Subscriptions</h2>${consoleTable({
          caption: 'Subscriptions',
          rows: subscribed.records,
          href: ({ uuid }) => `${visit.prefix}${subscriptionPath(uuid)}`,
          empty: 'No subscription yet.',
          columns: [
            { name: 'plan', label: 'Plan', cell: ({ plan_name }) => plan_name },
            { name: 'state', label: 'State', cell: (one) => subscriptionBadges(visit, one) },
            {
              name: 'next',
              label: 'Until',
              cell: ({ expires_at, current_period_ends_at: ends, resumes_at }) => {
                const at = expires_at ?? ends;
                const resumes = resumes_at === null ? '' : `, resumes ${dayOf(visit, resumes_at)}`;
                return at === null ? '' : `${dayOf(visit, at)}${resumes}`;
              },
            },
          ],
        })}${more(visit, subscribed.next, `/subscriptions?account_code=${encodeURIComponent(account_code)}`)}</section>
<section><h2>Invoices</h2>${consoleTable({
          caption: 'Invoices',
          rows: billed.records,
          href: ({ number }) => `${visit.prefix}${invoicePath(number)}`,
          empty: 'No invoice yet.',
          columns: [
            { name: 'number', label: 'Number', cell: ({ number }) => number },
            { name: 'state', label: 'State', cell: ({ state: one }) => stateBadge('invoice', one) },
            { name: 'date', label: 'Date', cell: ({ created_at }) => dayOf(visit, created_at) },
            {
              name: 'total',
              label: 'Total',
              numeric: true,
              cell: ({ total_in_cents, currency }) => moneyOf(total_in_cents, currency),
            },
          ],
        })}${more(visit, billed.next, `/invoices?account_code=${encodeURIComponent(account_code)}`)}</section>
${pendingOf(visit, account_code, pending.records)}
${coupons}
${await wallet(visit, account, methods)}
${granted}
${children ? childrenOf(visit, account_code, children) : ''}
${detailsOf(visit, account, methods[0], await chosenFor(caller, account))}
</div></div>`,
      ],
    );
  });
};

const more = (visit: ConsoleVisit, next: unknown, path: string): Markup | string =>
  next ? html`<p><a href="${visit.prefix}${path}">Show all</a></p>` : '';

const subtitleOf = (visit: ConsoleVisit, account: AccountRecord): Markup => {
  const parts = [personalText(visit, account.email), personalText(visit, account.company_name), account.account_code];
  const parent = account.parent_account_code;
  const belongs = payingParent(account) ? 'billed to' : 'part of';
  return html`${parts.filter(Boolean).join(' · ')}${parent ? html` · ${belongs} <a href="${visit.prefix}${customerPath(parent)}">${parent}</a>` : ''}`;
};

const ACTIONS = [
  ['note', 'customers.note', 'Add note', 'n'],
  ['edit', 'customers.edit', 'Edit', 'e'],
  ['charge', 'charges.create', 'Charge', ''],
  ['credit', 'credits.create', 'Give credit', ''],
  ['invoice', 'invoices.create', 'Invoice', ''],
  ['link', 'customers.link', 'Send sign-in link', ''],
  ['view-as', 'customers.view_as', 'View as the customer', ''],
  ['campaign', 'dunning.assign', 'Dunning', ''],
  ['reopen', 'customers.close', 'Reopen', ''],
  ['close', 'customers.close', 'Close', ''],
  ['erase', 'customers.erase', 'Erase', ''],
] as const;

const actionsOf = (visit: ConsoleVisit, account: AccountRecord): Markup[] => {
  const fitting = [
    'edit',
    ...fittingActions(account),
    ...(account.state === 'active' && offersAccountPages(visit.site) ? ['view-as'] : []),
  ];
  const links = ACTIONS.filter(([action, permission]) => fitting.includes(action) && may(visit, permission)).map(
    ([action, , label, key]) =>
      actionLink(visit, customerPath(account.account_code, action), label, {
        main: action === 'note',
        danger: action === 'close' || action === 'erase',
        key,
      }),
  );
  return foldedActions(links, 3);
};

const factsOf = (
  visit: ConsoleVisit,
  account: AccountRecord,
  methods: readonly BillingInfoRecord[],
  balance: Markup | string,
) => [
  { label: 'Balance', value: balance },
  ...paymentFacts(visit, account, methods),
  { label: 'Country', value: countryText(account, methods[0]) },
  { label: 'Language', value: account.preferred_locale },
  { label: 'Time zone', value: account.preferred_time_zone },
  { label: 'Customer since', value: momentOf(visit, account.created_at) },
];

/**
 * Returns what a customer owes in each currency; 0 in those of their subscriptions, or else of their invoices, where
 * nothing is owed.
 */
const balanceText = (
  balances: Readonly<Record<string, number>>,
  [subscriptions = [], invoices = []]: readonly (readonly { readonly currency: string }[])[],
): Markup | string => {
  if (Object.values(balances).some((cents) => cents !== 0)) return moneysOf(balances);
  const paid = subscriptions.length > 0 ? subscriptions : invoices;
  const currencies = [...new Set(paid.map(({ currency }) => currency))].sort();
  return currencies.length === 0
    ? moneysOf(balances)
    : html`${currencies.map((currency, index) => html`${index > 0 ? ', ' : ''}${moneysOf({ [currency]: 0 })}`)}`;
};

/** The country, and where it is from unless the account has an address. */
const countryText = (account: AccountRecord, billing: BillingInfoRecord | undefined): string | null => {
  const country = accountCountry(account, billing);
  if (!country) return country;
  return account.address?.country ? countryName(country) : `${countryName(country)}, of the payment method`;
};

/** The accounts that belong to it, and which of them it pays for. */
const childrenOf = (visit: ConsoleVisit, code: string, { records, next }: RowPage<CustomerRow, unknown>): Markup =>
  html`<section><h2>Accounts that belong to it</h2>${consoleTable({
    caption: 'Accounts that belong to it',
    rows: records,
    href: ({ account_code }) => `${visit.prefix}${customerPath(account_code)}`,
    empty: 'None.',
    columns: [
      {
        name: 'name',
        label: 'Customer',
        cell: (one) => (seesPersonalData(visit) && (one.company ?? one.name ?? one.email)) || one.account_code,
      },
      { name: 'state', label: 'State', cell: ({ state }) => stateBadge('customer', state) },
      { name: 'paid', label: 'Billed to', cell: ({ paid_by }) => (paid_by === null ? 'itself' : 'this account') },
    ],
  })}${more(visit, next, `/customers?parent=${encodeURIComponent(code)}`)}</section>`;

const pendingOf = (
  visit: ConsoleVisit,
  code: string,
  pending: readonly {
    readonly uuid: string;
    readonly description: string | null;
    readonly quantity: number;
    readonly unit_amount_in_cents: number;
    readonly currency: string;
  }[],
): Markup | string =>
  pending.length === 0
    ? ''
    : html`<section><h2>Waiting for the next invoice</h2><ul class="plain-list">${pending.map(
        ({ description, quantity, unit_amount_in_cents, currency }) =>
          html`<li>${description ?? 'Charge'}: ${moneyOf(unit_amount_in_cents * quantity, currency)}</li>`,
      )}</ul>${may(visit, 'invoices.create') ? html`<p><a href="${visit.prefix}${customerPath(code, 'invoice')}">Invoice them now</a></p>` : ''}</section>`;

type Address = Partial<Record<'address1' | 'address2' | 'zip' | 'city' | 'state' | 'country', string | null>>;

const addressLine = ({ address1, address2, zip, city, state, country }: Address): string =>
  [address1, address2, [zip, city].filter(Boolean).join(' '), state, country && countryName(country)]
    .filter(Boolean)
    .join(', ');

const detailsOf = (
  visit: ConsoleVisit,
  account: AccountRecord,
  billing: BillingInfoRecord | undefined,
  { entity, template }: InvoiceChoices,
): Markup | string => {
  const { address } = account;
  const facts = [
    { label: 'Address', value: personalText(visit, address && addressLine(address)) },
    {
      label: 'Billing address, by which payments are taxed',
      value: personalText(visit, billing && addressLine(billing)),
    },
    { label: 'Phone', value: personalText(visit, address?.phone) },
    { label: 'VAT number', value: personalText(visit, account.vat_number) },
    { label: 'Copies of mail to', value: personalText(visit, account.cc_emails) },
    { label: 'Tax exempt', value: account.tax_exempt ? 'yes' : '' },
    { label: 'Exemption certificate', value: account.exemption_certificate },
    { label: 'Entity use code', value: account.entity_use_code },
    { label: 'Sold to by', value: entity },
    { label: 'Invoice template', value: template },
  ];
  return facts.some(({ value }) => value) ? html`<section><h2>Details</h2>${factList(facts)}</section>` : '';
};
