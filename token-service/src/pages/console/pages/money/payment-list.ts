import { declineCodes } from '@service/billing/domain/payments/decline-codes.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/lists/site-query.ts';
import {
  listPayments,
  type PaymentQuery,
  type PaymentRow,
  type PaymentTotal,
} from '@service/billing/queries/payments/payment-list.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { addressWith, recordList } from '../../list-page.ts';
import { moneyOf } from '../../parts/figures.ts';
import { paymentPath } from '../../parts/paths.ts';
import { stateBadge, stateChoices } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, DATE_FILTERS, knownValue, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { disputeOfPayment } from './dispute-words.ts';
import { accountColumn, amountBounds, customerColumn, momentColumn, textColumn } from './list-columns.ts';
import { codeInWords, invoiceLink, methodInShort, signedCents } from './money-parts.ts';
import { actionInWords } from './payment-words.ts';

const STATES = ['successful', 'failed', 'voided'] as const;
/** The codes of declines, in words and in their order. */
const DECLINES = declineCodes()
  .map((code) => [code, codeInWords(code)] as const)
  .sort(([, one], [, other]) => (one < other ? -1 : 1));
const TYPES = ['purchase', 'authorization', 'refund'] as const;

/** Attempts, payments, refunds and authorizations with filters, totals and CSV. */
export const paymentListPage = (deps: PinnedQueryDeps): ConsoleRoute => {
  const list = listPayments(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): PaymentQuery => ({
    ...rowQuery(visit, filters, cursor),
    ...amountBounds(visit, filters),
    state: knownValue(STATES, filters.state),
    type: knownValue(TYPES, filters.type),
    gateway_code: filters.gateway_code,
    error_code: filters.error_code,
    currency: filters.currency?.toUpperCase(),
    account_code: filters.account_code,
  });
  return recordList<PaymentRow>({
    path: '/payments',
    name: 'payments',
    title: 'Payments',
    permission: 'payments.read',
    filters: [
      { name: 'state', label: 'State', choices: stateChoices('payment', STATES) },
      { name: 'type', label: 'Type', choices: TYPES.map((type) => [type, type]) },
      { name: 'error_code', label: 'Declined because', choices: DECLINES },
      { name: 'gateway_code', label: 'Gateway' },
      { name: 'currency', label: 'Currency' },
      { name: 'amount_from', label: 'Amount from', type: 'number' },
      { name: 'amount_to', label: 'Amount to', type: 'number' },
      { name: 'account_code', label: 'Customer code' },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { uuid }) => `${visit.prefix}${paymentPath(uuid)}`,
    empty: html`No payments yet. Every attempt to take or refund money appears here, also one that fails.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, queryOf(visit, filters, cursor)), ({ count, currencies }) => [
        countInWords(count, 'payment'),
        ...currencies.flatMap((total) => totalsOf(visit, filters, total)),
      ]),
    every: (visit, filters) => everyRow(deps, listPayments, visit.caller, queryOf(visit, filters)),
  });
};

/**
 * `$80.00 taken`, `−$3.00 refunded`, `2 declined, $10.00`, `80% of USD approved`, each only where there is something of
 * it, and with a link to the payments that it adds up.
 */
const totalsOf = (visit: ConsoleVisit, filters: Form, total: PaymentTotal): readonly Markup[] => {
  const { currency, declined, approved } = total;
  const share = (approved / (approved + declined)).toLocaleString('en-US', {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  const attempts: Form = { type: 'purchase' };
  return (
    [
      [total.paid_in_cents, `${moneyOf(total.paid_in_cents, currency)} taken`, { ...attempts, state: 'successful' }],
      [
        total.refunded_in_cents,
        `${moneyOf(0 - total.refunded_in_cents, currency)} refunded`,
        { type: 'refund', state: 'successful' },
      ],
      [
        declined,
        `${declined.toLocaleString('en-US')} declined, ${moneyOf(total.declined_in_cents, currency)}`,
        { ...attempts, state: 'failed' },
      ],
      // A filter by outcome leaves out a part of the attempts.
      [
        filters.state || filters.error_code ? 0 : approved + declined,
        `${share} of ${currency} approved`,
        { ...attempts, state: undefined },
      ],
    ] as const
  ).flatMap(([size, words, narrowed]) =>
    size === 0
      ? []
      : [
          html`<a href="${addressWith(visit, '/payments', filters, { ...narrowed, currency, cursor: undefined })}">${words}</a>`,
        ],
  );
};

const methodOf = ({ card: { type, brand, last_four } }: PaymentRow): string =>
  methodInShort({ type, card_type: brand, last_four });

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<PaymentRow>[] => [
  textColumn('method', 'Method', methodOf),
  customerColumn(visit, ({ customer }: PaymentRow) => customer),
  accountColumn(({ customer }: PaymentRow) => customer),
  { name: 'action', label: 'Action', cell: ({ action }) => actionInWords(action), csv: ({ action }) => action },
  {
    name: 'status',
    label: 'State',
    cell: ({ status, dispute_state }) =>
      html`<span>${stateBadge('payment', status)}${dispute_state ? html` ${disputeOfPayment(dispute_state)}` : ''}</span>`,
    csv: ({ status }) => status,
  },
  {
    name: 'error_code',
    label: 'Declined because',
    cell: ({ error_code }) => (error_code === null ? '' : english.decline(error_code).merchant_message),
    csvColumns: [
      { name: 'error_code', csv: ({ error_code }) => error_code ?? '' },
      {
        name: 'declined_because',
        csv: ({ error_code }) => (error_code === null ? '' : english.decline(error_code).merchant_message),
      },
    ],
  },
  {
    name: 'invoice',
    label: 'Invoice',
    cell: ({ invoice, refunded_invoice: refunded }) =>
      refunded === null
        ? invoice === null
          ? ''
          : invoiceLink(visit, invoice)
        : html`<span>${invoiceLink(visit, refunded)}${invoice === null ? '' : html` <span class="quiet">by credit invoice ${invoice}</span>`}</span>`,
    csvColumns: [
      { name: 'invoice', csv: ({ invoice }) => invoice ?? '' },
      { name: 'refunded_invoice', csv: ({ refunded_invoice }) => refunded_invoice ?? '' },
    ],
  },
  {
    name: 'amount',
    label: 'Amount',
    numeric: true,
    cell: (payment) => moneyOf(signedCents(payment), payment.currency),
    csv: (payment) => decimalText(signedCents(payment), payment.currency),
  },
  textColumn('currency', 'Currency', ({ currency }: PaymentRow) => currency, true),
  textColumn('gateway_code', 'Gateway', ({ gateway_code }: PaymentRow) => gateway_code, true),
  textColumn('reference', 'Reference', ({ reference }: PaymentRow) => reference, true),
  momentColumn(visit, 'created_at', 'Made', ({ created_at }: PaymentRow) => created_at),
  textColumn('uuid', 'Id', ({ uuid }: PaymentRow) => uuid, true),
];
