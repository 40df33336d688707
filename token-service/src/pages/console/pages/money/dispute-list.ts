import { type DisputeQuery, type DisputeRow, listDisputeRows } from '@service/billing/queries/dispute-list.ts';
import { everyRow } from '@service/billing/queries/row-list.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/site-query.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { moneyOf } from '../../parts/figures.ts';
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

/** Disputes with the days that are left for evidence, filters, totals and CSV. */
export const disputeListPage = (deps: PinnedQueryDeps): ConsoleRoute => {
  const list = listDisputeRows(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): DisputeQuery => {
    const state = knownValue([...STATES, 'undecided'], filters.state);
    return {
      ...rowQuery(visit, filters, cursor),
      states: state === undefined ? undefined : state === 'undecided' ? ['inquiry', 'open'] : [state],
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
        choices: stateChoices('dispute', ['undecided', ...STATES]),
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

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<DisputeRow>[] => [
  textColumn('reason', 'Reason', ({ reason }: DisputeRow) => disputeReason(reason)),
  customerColumn(visit, ({ payment }: DisputeRow) => payment?.customer),
  accountColumn(({ payment }: DisputeRow) => payment?.customer),
  { name: 'state', label: 'State', cell: ({ state }) => stateBadge('dispute', state), csv: ({ state }) => state },
  {
    name: 'days_left',
    label: 'Evidence due',
    cell: ({ days_left }) => daysLeftBadge(days_left),
    csv: ({ days_left }) => days_left ?? '',
  },
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
  momentColumn(visit, 'closed_at', 'Decided', ({ closed_at }: DisputeRow) => closed_at, true),
];
