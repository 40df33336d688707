import { INVOICE_AGES, type InvoiceAge } from '@service/billing/domain/invoices/aging.ts';
import {
  listPastDueRows,
  owedByAge,
  type PastDueQuery,
  type PastDueRow,
} from '@service/billing/queries/dunning/past-due.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { momentOf, moneyOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { invoicePath } from '../../parts/paths.ts';
import { stateBadge, stateChoices, stateWord } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, knownValue, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import { accountColumn, customerColumn, momentColumn, textColumn } from './list-columns.ts';

const AGES = INVOICE_AGES.map(({ age }) => age);

const AGE_LABELS: Readonly<Record<InvoiceAge, string>> = {
  current: 'not due yet',
  today: 'due today',
  '1-30': '1 to 30 days',
  '31-60': '31 to 60 days',
  '61-90': '61 to 90 days',
  '90+': 'more than 90 days',
};

/** The filters of the list that are kept where several of its invoices are acted on together. */
const KEPT_FILTERS = ['age', 'state', 'currency', 'account_code'] as const;

/** Returns the filters of the list that are set. */
export const keptPastDueFilters = (filters: Form): readonly (readonly [name: string, value: string])[] =>
  KEPT_FILTERS.flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : []));

/** Returns the address of a page of past-due invoices with the filters of the list. */
export const pastDuePath = (path: '/past-due' | '/past-due/together', filters: Form): string => {
  const kept = new URLSearchParams(keptPastDueFilters(filters).map(([name, value]) => [name, value])).toString();
  return kept ? `${path}?${kept}` : path;
};

/** The filters by which invoices that are past due are listed, and acted on together. */
export const pastDueQuery = (visit: ConsoleVisit, filters: Form, cursor?: string): PastDueQuery => ({
  ...rowQuery(visit, filters, cursor),
  age: knownValue(AGES, filters.age),
  state: knownValue(['past_due'], filters.state),
  currency: filters.currency?.toUpperCase(),
  account_code: filters.account_code,
});

/** Invoices that are owed, with ages, attempts and the next step. */
export const pastDueListPage = (deps: PinnedQueryDeps): ConsoleRoute => {
  const list = listPastDueRows(deps);
  const owed = owedByAge(deps);
  return recordList<PastDueRow>({
    path: '/past-due',
    name: 'past due',
    title: 'Past due',
    permission: 'past_due.read',
    filters: [
      { name: 'age', label: 'Age', choices: AGES.map((age) => [age, AGE_LABELS[age]]) },
      { name: 'state', label: 'State', choices: stateChoices('invoice', ['past_due']) },
      { name: 'currency', label: 'Currency' },
      { name: 'account_code', label: 'Customer code' },
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { number }) => `${visit.prefix}${invoicePath(number)}`,
    empty: html`Nothing is past due. Every invoice that is not paid appears here, by the days since its due date.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, pastDueQuery(visit, filters, cursor)), ({ count, currencies }) => [
        countInWords(count, 'invoice'),
        ...currencies.map(({ balance_in_cents, currency }) => `${moneyOf(balance_in_cents, currency)} owed`),
      ]),
    every: (visit, filters) => everyRow(deps, listPastDueRows, visit.caller, pastDueQuery(visit, filters)),
    async above(visit, filters) {
      const buckets = await owed(visit.caller);
      return html`<div class="figures">${buckets.map((bucket) => bucketFigure(visit, bucket))}</div>
${may(visit, 'invoices.collect') ? html`<p>${actionLink(visit, pastDuePath('/past-due/together', filters), 'Act on several')}</p>` : ''}`;
    },
  });
};

interface Bucket {
  readonly currency: string;
  readonly age: InvoiceAge;
  readonly count: number;
  readonly balance_in_cents: number;
}

/** The amount that invoices of one age owe in one currency, with a link to them. */
const bucketFigure = (visit: ConsoleVisit, { currency, age, count, balance_in_cents }: Bucket): Markup =>
  html`<a class="figure${
    age === 'current' ? '' : ' bad'
  }" href="${visit.prefix}/past-due?${new URLSearchParams({ age, currency }).toString()}"><span class="value">${moneyOf(balance_in_cents, currency)}</span><span class="label">${AGE_LABELS[age]}, ${countInWords(count, 'invoice')}</span></a>`;

const daysInWords = ({ caller }: ConsoleVisit, { days_due, due_on, state }: PastDueRow): string => {
  if (days_due > 0) return String(days_due);
  return state === 'past_due' || (due_on !== null && due_on <= caller.at) ? 'due today' : 'not due yet';
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<PastDueRow>[] => [
  textColumn('invoice_number', 'Number', ({ number }: PastDueRow) => number),
  customerColumn(visit, ({ customer }: PastDueRow) => customer),
  accountColumn(({ customer }: PastDueRow) => customer),
  { name: 'state', label: 'State', cell: ({ state }) => stateBadge('invoice', state), csv: ({ state }) => state },
  {
    name: 'days_due',
    label: 'Days due',
    numeric: true,
    cell: (invoice) => daysInWords(visit, invoice),
    csv: ({ days_due }) => days_due,
  },
  {
    name: 'last_attempt',
    label: 'Last attempt',
    cell: ({ last_attempt: last, attempts }) =>
      last === null
        ? 'none'
        : html`<span>${momentOf(visit, last.at)}, ${countInWords(attempts, 'attempt')}<br><span class="quiet">${last.error_code === null ? stateWord('payment', last.status) : english.decline(last.error_code).merchant_message}</span></span>`,
    csv: ({ last_attempt }) => last_attempt?.error_code ?? '',
  },
  momentColumn(visit, 'next_attempt_at', 'Next retry', ({ next_attempt_at }: PastDueRow) => next_attempt_at),
  {
    name: 'dunning',
    label: 'Campaign',
    cell: ({ dunning }) =>
      dunning === null
        ? ''
        : html`<span>${dunning.step} of ${dunning.steps} steps <span class="quiet">of campaign ${dunning.campaign}</span>${dunning.next_step_at === null ? html` <span class="quiet">ended</span>` : html`<br><span class="quiet">next ${momentOf(visit, dunning.next_step_at)}</span>`}</span>`,
    csv: ({ dunning }) => (dunning === null ? '' : `${dunning.campaign} ${dunning.step}/${dunning.steps}`),
  },
  {
    name: 'balance',
    label: 'Owed',
    numeric: true,
    cell: ({ balance_in_cents, currency }) => moneyOf(balance_in_cents, currency),
    csv: ({ balance_in_cents, currency }) => decimalText(balance_in_cents, currency),
  },
  textColumn('currency', 'Currency', ({ currency }: PastDueRow) => currency, true),
  momentColumn(visit, 'due_on', 'Due', ({ due_on }: PastDueRow) => due_on, true),
];
