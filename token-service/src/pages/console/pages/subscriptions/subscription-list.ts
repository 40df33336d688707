import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/lists/site-query.ts';
import {
  listSubscriptionRows,
  type SubscriptionQuery,
  type SubscriptionRow,
} from '@service/billing/queries/subscriptions/subscription-list.ts';
import { defaultCurrency } from '@service/billing/resources/site.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { typedAmount } from '../../parts/amount.ts';
import { momentOf, moneyOf } from '../../parts/figures.ts';
import { customerPath, subscriptionPath } from '../../parts/paths.ts';
import { stateChoices } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, DATE_FILTERS, knownValue, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import { type ConsoleVisit, seesPersonalData } from '../../visit.ts';
import { subscriptionBadges } from './pause-words.ts';

const STATES = [
  'live',
  'active',
  'in_trial',
  'past_due',
  'canceled',
  'pausing',
  'paused',
  'future',
  'expired',
] as const;

/** Subscriptions with filters, totals and CSV. */
export const subscriptionList = (deps: PinnedQueryDeps): ConsoleRoute => {
  const list = listSubscriptionRows(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): SubscriptionQuery => ({
    ...rowQuery(visit, filters, cursor),
    state: knownValue(STATES, filters.state),
    plan_code: filters.plan_code,
    currency: filters.currency?.toUpperCase(),
    unit_amount_in_cents: typedAmount(filters.price, filters.currency?.toUpperCase() ?? defaultCurrency(visit.site)),
    account_code: filters.account_code,
  });
  return recordList<SubscriptionRow>({
    path: '/subscriptions',
    name: 'subscriptions',
    title: 'Subscriptions',
    permission: 'subscriptions.read',
    filters: [
      { name: 'state', label: 'State', choices: stateChoices('subscription', STATES) },
      { name: 'plan_code', label: 'Plan code' },
      { name: 'currency', label: 'Currency' },
      { name: 'price', label: 'Price' },
      { name: 'account_code', label: 'Customer code' },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { uuid }) => `${visit.prefix}${subscriptionPath(uuid)}`,
    empty: html`No subscriptions yet. A purchase or the API starts one.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, queryOf(visit, filters, cursor)), ({ count }) => [
        countInWords(count, 'subscription'),
      ]),
    every: (visit, filters) => everyRow(deps, listSubscriptionRows, visit.caller, queryOf(visit, filters)),
  });
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<SubscriptionRow>[] => {
  const seen = seesPersonalData(visit);
  const nameOf = ({ customer }: SubscriptionRow): string =>
    (seen && (customer?.name ?? customer?.company ?? customer?.email)) || (customer?.account_code ?? '');
  const date = (name: string, label: string, of: (row: SubscriptionRow) => number | null, optional = false) => ({
    name,
    label,
    optional,
    cell: (row: SubscriptionRow) => {
      const at = of(row);
      return at === null ? '' : momentOf(visit, at);
    },
    csv: (row: SubscriptionRow) => {
      const at = of(row);
      return at === null ? '' : isoTime(at);
    },
  });
  return [
    { name: 'plan_name', label: 'Plan', cell: ({ plan_name }) => plan_name, csv: ({ plan_name }) => plan_name },
    {
      name: 'plan_code',
      label: 'Plan code',
      optional: true,
      cell: ({ plan_code }) => plan_code,
      csv: ({ plan_code }) => plan_code,
    },
    {
      name: 'customer',
      label: 'Customer',
      cell: (row) =>
        row.customer
          ? html`<a href="${visit.prefix}${customerPath(row.customer.account_code)}">${nameOf(row)}</a>`
          : '',
      csv: nameOf,
    },
    {
      name: 'account_code',
      label: 'Customer code',
      optional: true,
      cell: ({ customer }) => customer?.account_code ?? '',
      csv: ({ customer }) => customer?.account_code ?? '',
    },
    { name: 'state', label: 'State', cell: (row) => subscriptionBadges(visit, row), csv: ({ state }) => state },
    {
      name: 'price',
      label: 'Price',
      numeric: true,
      cell: ({ unit_amount_in_cents, currency, quantity }) =>
        `${moneyOf(unit_amount_in_cents, currency)}${quantity === 1 ? '' : ` × ${quantity}`}`,
      csv: ({ unit_amount_in_cents, currency }) => decimalText(unit_amount_in_cents, currency),
    },
    {
      name: 'quantity',
      label: 'Quantity',
      optional: true,
      numeric: true,
      cell: ({ quantity }) => quantity,
      csv: ({ quantity }) => quantity,
    },
    {
      name: 'currency',
      label: 'Currency',
      optional: true,
      cell: ({ currency }) => currency,
      csv: ({ currency }) => currency,
    },
    date('current_period_ends_at', 'Period ends', (row) => row.current_period_ends_at),
    date('paused_at', 'Pause from', (row) => row.paused_at, true),
    date('resumes_at', 'Resumes', (row) => row.resumes_at, true),
    date('expires_at', 'Ends', (row) => row.expires_at, true),
    date('created_at', 'Created', (row) => row.created_at),
    { name: 'uuid', label: 'Id', optional: true, cell: ({ uuid }) => uuid, csv: ({ uuid }) => uuid },
  ];
};
