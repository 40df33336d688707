import { MOST_SEARCHED } from '@service/billing/domain/search/search-text.ts';
import {
  CUSTOMER_STATES,
  type CustomerQuery,
  type CustomerRow,
  listCustomers,
} from '@service/billing/queries/accounts/customer-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { amountColumns } from '../../parts/csv-amounts.ts';
import { momentOf, moneyOf } from '../../parts/figures.ts';
import { customerPath } from '../../parts/paths.ts';
import { countriesByName, countryName } from '../../parts/place-names.ts';
import { stateBadge, stateChoices } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, DATE_FILTERS, knownValue, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import { type ConsoleVisit, seesPersonalData } from '../../visit.ts';

/** Customers with filters, totals and CSV. */
export const customerList = (deps: PinnedQueryDeps): ConsoleRoute => {
  const list = listCustomers(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): CustomerQuery => ({
    ...rowQuery(visit, filters, cursor),
    state: knownValue(CUSTOMER_STATES, filters.state),
    country: filters.country?.toUpperCase(),
    ...(seesPersonalData(visit) && {
      q: filters.q?.slice(0, MOST_SEARCHED),
      email: filters.email?.slice(0, MOST_SEARCHED),
      city: filters.city,
      postal_code: filters.postal_code,
    }),
    parent: filters.parent,
  });
  return recordList<CustomerRow>({
    path: '/customers',
    name: 'customers',
    title: 'Customers',
    permission: 'customers.read',
    filters: async (visit) => [
      ...(seesPersonalData(visit)
        ? [
            { name: 'q', label: 'Part of name, email or code' },
            { name: 'email', label: 'Email' },
          ]
        : []),
      { name: 'state', label: 'State', choices: stateChoices('customer', CUSTOMER_STATES) },
      { name: 'country', label: 'Country', choices: countriesByName() },
      ...(seesPersonalData(visit)
        ? [
            { name: 'city', label: 'City' },
            { name: 'postal_code', label: 'Postal code' },
          ]
        : []),
      { name: 'parent', label: 'Code of the parent' },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { account_code }) => `${visit.prefix}${customerPath(account_code)}`,
    empty: html`No customers yet. They appear when the API or the checkout creates an account.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, queryOf(visit, filters, cursor)), ({ count }) => [
        countInWords(count, 'customer'),
      ]),
    every: (visit, filters) => everyRow(deps, listCustomers, visit.caller, queryOf(visit, filters)),
  });
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<CustomerRow>[] => {
  const seen = seesPersonalData(visit);
  const nameOf = ({ name, company, email, account_code }: CustomerRow): string =>
    (seen && (name ?? company ?? email)) || account_code;
  return [
    { name: 'name', label: 'Customer', cell: nameOf, csv: nameOf },
    ...(seen
      ? ([
          {
            name: 'email',
            label: 'Email',
            cell: ({ email }) => (email ? html`<span class="long">${email}</span>` : ''),
            csv: ({ email }) => email ?? '',
          },
          {
            name: 'company',
            label: 'Company',
            optional: true,
            cell: ({ company }) => company ?? '',
            csv: ({ company }) => company ?? '',
          },
        ] satisfies TableColumn<CustomerRow>[])
      : []),
    {
      name: 'account_code',
      label: 'Code',
      optional: true,
      cell: ({ account_code }) => account_code,
      csv: ({ account_code }) => account_code,
    },
    { name: 'state', label: 'State', cell: ({ state }) => stateBadge('customer', state), csv: ({ state }) => state },
    {
      name: 'plans',
      label: 'Plans',
      cell: ({ plans }) =>
        plans.map(({ plan_name, subscriptions: n }) => (n > 1 ? `${plan_name} × ${n}` : plan_name)).join(', '),
      csv: ({ plans }) => plans.map(({ plan_code }) => plan_code).join(' '),
    },
    {
      name: 'balance',
      label: 'Balance',
      numeric: true,
      cell: ({ balances }) =>
        balances.map(({ currency, balance_in_cents }) => moneyOf(balance_in_cents, currency)).join(', '),
      csvColumns: amountColumns(visit, 'balance', ({ balances }: CustomerRow) =>
        Object.fromEntries(balances.map(({ currency, balance_in_cents }) => [currency, balance_in_cents])),
      ),
    },
    {
      name: 'card',
      label: 'Pays with',
      cell: ({ card, paid_by }) => (paid_by === null ? cardText(card) : `Billed to ${paid_by}`),
      csv: ({ card, paid_by }) => (paid_by === null ? cardText(card) : ''),
    },
    {
      name: 'paid_by',
      label: 'Billed to',
      optional: true,
      cell: ({ paid_by }) => paid_by ?? '',
      csv: ({ paid_by }) => paid_by ?? '',
    },
    ...(seen
      ? ([
          {
            name: 'city',
            label: 'City',
            optional: true,
            cell: ({ city }) => city ?? '',
            csv: ({ city }) => city ?? '',
          },
        ] satisfies TableColumn<CustomerRow>[])
      : []),
    {
      name: 'country',
      label: 'Country',
      cell: ({ country }) => (country === null ? '' : countryName(country)),
      csv: ({ country }) => country ?? '',
    },
    {
      name: 'created_at',
      label: 'Created',
      cell: ({ created_at }) => momentOf(visit, created_at),
      csv: ({ created_at }) => isoTime(created_at),
    },
  ];
};

const METHODS: Readonly<Record<string, string>> = {
  paypal: 'Wallet',
  bank_account: 'Bank account',
  sepa: 'SEPA debit',
  bacs: 'BACS debit',
  becs: 'BECS debit',
  manual: 'By invoice',
};

const cardText = (card: CustomerRow['card']): string => {
  if (!card) return '';
  const name = card.brand ?? METHODS[card.type] ?? card.type;
  return card.last_four ? `${name} ${card.last_four}` : name;
};
