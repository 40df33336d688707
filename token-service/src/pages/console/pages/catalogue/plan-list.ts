import { listPlanRows, type PlanRow } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import { recordList } from '../../list-page.ts';
import { amountColumns } from '../../parts/csv-amounts.ts';
import { momentOf, moneyOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { planPath } from '../../parts/paths.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { catalogueTabs, copyTargets, intervalInWords, spanInWords } from './catalogue-parts.ts';

/** The plans on sale: the first page of the catalogue. */
export const planList = (deps: CatalogueDeps): ConsoleRoute => {
  const list = listPlanRows(deps);
  return recordList<PlanRow>({
    path: '/catalogue',
    name: 'plans',
    title: 'Plans',
    permission: 'catalogue.read',
    filters: [ORDER_FILTER],
    columns: columnsOf,
    href: (visit, { plan_code }) => `${visit.prefix}${planPath(plan_code)}`,
    empty: html`No plans yet. A plan is what customers subscribe to: it has a price in each currency and the length of a period.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, rowQuery(visit, filters, cursor)), ({ count }) => [
        countInWords(count, 'plan'),
      ]),
    every: (visit, filters) => everyRow(deps, listPlanRows, visit.caller, rowQuery(visit, filters)),
    actions: (visit) =>
      [
        may(visit, 'catalogue.edit') && actionLink(visit, '/catalogue/new-plan', 'New plan', { main: true }),
        copyTargets(visit).length > 0 && actionLink(visit, '/catalogue/copy', 'Copy to another site'),
      ].filter((link) => link !== false),
    above: async (visit) => catalogueTabs(visit, '/catalogue'),
  });
};

/** The prices; of a ramp, those that it begins with. */
const pricesOf = ({ unit_amount_in_cents, pricing_model }: PlanRow): string => {
  const prices = Object.entries(unit_amount_in_cents)
    .map(([currency, cents]) => moneyOf(cents, currency))
    .join(', ');
  return pricing_model === 'ramp' ? `at first ${prices}` : prices;
};

const trialOf = ({ trial_interval_length, trial_interval_unit }: PlanRow): string =>
  trial_interval_length === 0 ? 'none' : spanInWords(trial_interval_length, trial_interval_unit);

const periodOf = ({ plan_interval_length, plan_interval_unit }: PlanRow): string =>
  intervalInWords(plan_interval_length, plan_interval_unit);

/** Returns the path of the live subscriptions; of several codes, that of the plan, which has a link for each. */
const subscribersPath = ({ plan_code, sold_as: [code = plan_code, ...others] }: PlanRow): string =>
  others.length > 0
    ? planPath(plan_code)
    : `/subscriptions?${new URLSearchParams({ plan_code: code, state: 'live' }).toString()}`;

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<PlanRow>[] => [
  { name: 'name', label: 'Plan', cell: ({ name }) => name, csv: ({ name }) => name },
  { name: 'plan_code', label: 'Code', cell: ({ plan_code }) => plan_code, csv: ({ plan_code }) => plan_code },
  {
    name: 'prices',
    label: 'Prices',
    cell: pricesOf,
    csvColumns: amountColumns(visit, 'price', ({ unit_amount_in_cents }: PlanRow) => unit_amount_in_cents),
  },
  { name: 'interval', label: 'Period', cell: periodOf, csv: periodOf },
  { name: 'trial', label: 'Trial', cell: trialOf, csv: trialOf },
  {
    name: 'subscriptions',
    label: 'Live subscriptions',
    numeric: true,
    cell: (plan) =>
      plan.subscriptions === 0 || !may(visit, 'subscriptions.read')
        ? plan.subscriptions
        : html`<a href="${visit.prefix}${subscribersPath(plan)}">${plan.subscriptions.toLocaleString('en-US')}</a>`,
    csv: ({ subscriptions }) => subscriptions,
  },
  {
    name: 'created_at',
    label: 'Created',
    optional: true,
    cell: ({ created_at }) => momentOf(visit, created_at),
    csv: ({ created_at }) => isoTime(created_at),
  },
];
