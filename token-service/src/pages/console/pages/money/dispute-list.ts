import { type DisputeQuery, type DisputeRow, listDisputeRows } from '@service/billing/queries/disputes/dispute-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { momentOf, moneyOf } from '../../parts/figures.ts';
import { disputePath } from '../../parts/paths.ts';
import { stateBadge, stateChoices, toneBadge } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, DATE_FILTERS, knownValue, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { disputeReason } from './dispute-words.ts';
import { accountColumn, customerColumn, momentColumn, textColumn } from './list-columns.ts';
import { invoiceLink } from './money-parts.ts';

const STATES = ['inquiry', 'open', 'won', 'lost'] as const;

/** The choices of the filter by state besides each state. */
const OF_UNDECIDED = {
  unanswered: { states: ['inquiry', 'open'], answered: false },
  answered: { states: ['inquiry', 'open'], answered: true },
  undecided: { states: ['inquiry', 'open'] },
} as const satisfies Readonly<Record<string, Pick<DisputeQuery, 'states' | 'answered'>>>;
const UNDECIDED = Object.keys(OF_UNDECIDED) as (keyof typeof OF_UNDECIDED)[];

const statesOf = (asked: string | undefined): Pick<DisputeQuery, 'states' | 'answered'> => {
  const some = knownValue(UNDECIDED, asked);
  if (some !== undefined) return OF_UNDECIDED[some];
  const state = knownValue(STATES, asked);
  return state === undefined ? {} : { states: [state] };
};

/** Disputes with the days that are left for evidence, filters, totals and CSV. */
export const disputeListPage = (deps: PinnedQueryDeps): ConsoleRoute => {
  const list = listDisputeRows(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): DisputeQuery => {
    return {
      ...rowQuery(visit, filters, cursor),
      ...statesOf(filters.state),
      currency: filters.currency?.toUpperCase(),
      account_code: filters.account_code,
    };
  };
  return recordList<DisputeRow>({
    path: '/disputes',
    name: 'disputes',
    title: 'Disputes',
    permission: 'disputes.read',
    filters: [
      {
        name: 'state',
        label: 'State',
        choices: stateChoices('dispute', [...UNDECIDED, ...STATES]),
      },
      { name: 'currency', label: 'Currency' },
      { name: 'account_code', label: 'Customer code' },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { id }) => `${visit.prefix}${disputePath(id)}`,
    empty: html`No disputes. When a cardholder disputes a payment, its gateway reports it, and it appears here with the days that are left to answer.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, queryOf(visit, filters, cursor)), ({ count, currencies }) => [
        countInWords(count, 'dispute'),
        ...currencies.map(({ amount_in_cents, currency }) => `${moneyOf(amount_in_cents, currency)} disputed`),
        ...currencies
          .filter(({ withdrawn_in_cents }) => withdrawn_in_cents > 0)
          .map(({ withdrawn_in_cents, currency }) => `${moneyOf(withdrawn_in_cents, currency)} withdrawn`),
      ]),
    every: (visit, filters) => everyRow(deps, listDisputeRows, visit.caller, queryOf(visit, filters)),
  });
};

/** The days left in words, as a warning where there are few; fewer than none once the day has passed. */
export const daysLeftBadge = (days: number | null): Markup | string => {
  if (days === null) return '';
  if (days < 0) return toneBadge('bad', 'too late');
  const label = days === 0 ? 'due today' : days === 1 ? '1 day left' : `${days} days left`;
  return toneBadge(days < 3 ? 'bad' : 'warn', label);
};

/** Returns the time at which an undecided dispute was accepted or answered, or the days that are left for it. */
export const answerBadge = (
  visit: ConsoleVisit,
  { days_left, answered_at, accepted_at }: Pick<DisputeRow, 'days_left' | 'answered_at' | 'accepted_at'>,
): Markup | string => {
  if (accepted_at !== null) return html`accepted ${momentOf(visit, accepted_at)}`;
  return answered_at === null ? daysLeftBadge(days_left) : html`answered ${momentOf(visit, answered_at)}`;
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<DisputeRow>[] => [
  textColumn('reason', 'Reason', ({ reason }: DisputeRow) => disputeReason(reason)),
  customerColumn(visit, ({ payment }: DisputeRow) => payment?.customer),
  accountColumn(({ payment }: DisputeRow) => payment?.customer),
  { name: 'state', label: 'State', cell: ({ state }) => stateBadge('dispute', state), csv: ({ state }) => state },
  {
    name: 'days_left',
    label: 'Evidence due',
    cell: (row) => answerBadge(visit, row),
    csv: ({ days_left }) => days_left ?? '',
  },
  momentColumn(visit, 'answered_at', 'Answered', ({ answered_at }: DisputeRow) => answered_at, true),
  {
    name: 'invoice',
    label: 'Invoice',
    cell: ({ payment }) => (payment?.invoice ? invoiceLink(visit, payment.invoice) : ''),
    csv: ({ payment }) => payment?.invoice ?? '',
  },
  {
    name: 'amount',
    label: 'Amount',
    numeric: true,
    cell: ({ amount_in_cents, currency }) => moneyOf(amount_in_cents, currency),
    csv: ({ amount_in_cents, currency }) => decimalText(amount_in_cents, currency),
  },
  textColumn('currency', 'Currency', ({ currency }: DisputeRow) => currency, true),
  textColumn('gateway_code', 'Gateway', ({ gateway_code }: DisputeRow) => gateway_code, true),
  textColumn('reference', 'Reference', ({ reference }: DisputeRow) => reference, true),
  momentColumn(visit, 'evidence_due_at', 'Due', ({ evidence_due_at }: DisputeRow) => evidence_due_at, true),
  momentColumn(visit, 'opened_at', 'Opened', ({ opened_at }: DisputeRow) => opened_at),
  momentColumn(visit, 'accepted_at', 'Accepted', ({ accepted_at }: DisputeRow) => accepted_at, true),
  momentColumn(visit, 'closed_at', 'Decided', ({ closed_at }: DisputeRow) => closed_at, true),
];
