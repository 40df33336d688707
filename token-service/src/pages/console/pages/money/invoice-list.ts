import type { BusinessEntityRecord } from '@service/billing/domain/business-entities/record.ts';
import { type InvoiceQuery, type InvoiceRow, listInvoiceRows } from '@service/billing/queries/invoices/invoice-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import type { PinnedQueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { listBusinessEntities } from '@service/billing/queries/settings/business-entities.ts';
import { CHARGE_STATES, CREDIT_STATES, INVOICE_ORIGINS } from '@service/billing/resources/invoice.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { type ListFilter, recordList } from '../../list-page.ts';
import { moneyOf } from '../../parts/figures.ts';
import { invoicePath } from '../../parts/paths.ts';
import { stateBadge, stateChoices } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, DATE_FILTERS, knownValue, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { accountColumn, amountBounds, customerColumn, momentColumn, textColumn } from './list-columns.ts';
import { codeInWords } from './money-parts.ts';

const STATES = [...new Set([...CHARGE_STATES, ...CREDIT_STATES])];
const TYPES = ['charge', 'credit'] as const;
const EVERY_ENTITY = { filter: {}, sort: 'created_at', order: 'asc', limit: 200 } as const;

/** Charge invoices and credit invoices with filters, totals and CSV. */
export const invoiceListPage = (deps: PinnedQueryDeps): ConsoleRoute => {
  const list = listInvoiceRows(deps);
  const entities = listBusinessEntities(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): InvoiceQuery => {
    const state = knownValue(STATES, filters.state);
    return {
      ...rowQuery(visit, filters, cursor),
      ...amountBounds(visit, filters),
      states: state && [state],
      type: knownValue(TYPES, filters.type),
      origin: knownValue(INVOICE_ORIGINS, filters.origin),
      currency: filters.currency?.toUpperCase(),
      account_code: filters.account_code,
      business_entity_id: filters.business_entity_id,
    };
  };
  return recordList<InvoiceRow>({
    path: '/invoices',
    name: 'invoices',
    title: 'Invoices',
    permission: 'invoices.read',
    filters: async ({ caller }, { business_entity_id: chosen }) => [
      { name: 'state', label: 'State', choices: stateChoices('invoice', STATES) },
      { name: 'type', label: 'Type', choices: TYPES.map((type) => [type, type]) },
      { name: 'origin', label: 'Origin', choices: INVOICE_ORIGINS.map((origin) => [origin, codeInWords(origin)]) },
      { name: 'currency', label: 'Currency' },
      { name: 'amount_from', label: 'Amount from', type: 'number' },
      { name: 'amount_to', label: 'Amount to', type: 'number' },
      { name: 'account_code', label: 'Customer code' },
      ...entityFilter((await entities.page(caller, EVERY_ENTITY)).records, chosen),
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { number }) => `${visit.prefix}${invoicePath(number)}`,
    empty: html`No invoices yet. A purchase, a renewal or the API makes one.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, queryOf(visit, filters, cursor)), ({ count, currencies }) => [
        countInWords(count, 'invoice'),
        ...currencies.map((sum) => `${moneyOf(sum.total_in_cents, sum.currency)} in total`),
        ...currencies
          .filter(({ balance_in_cents }) => balance_in_cents !== 0)
          .map((sum) => `${moneyOf(sum.balance_in_cents, sum.currency)} open`),
      ]),
    every: (visit, filters) => everyRow(deps, listInvoiceRows, visit.caller, queryOf(visit, filters)),
  });
};

/** The filter by seller, where more than the site itself sells. `chosen`: also one that was removed. */
const entityFilter = (entities: readonly BusinessEntityRecord[], chosen: string | undefined): readonly ListFilter[] => {
  const active = entities.map(({ id, name }) => [id, name] as const);
  const isRemoved = chosen !== undefined && entities.every(({ id }) => id !== chosen);
  const choices = isRemoved ? [...active, [chosen, `${chosen}, removed`] as const] : active;
  return choices.length === 0 ? [] : [{ name: 'business_entity_id', label: 'Sold by', choices }];
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<InvoiceRow>[] => [
  textColumn('invoice_number', 'Number', ({ number }: InvoiceRow) => number),
  customerColumn(visit, ({ customer }: InvoiceRow) => customer),
  accountColumn(({ customer }: InvoiceRow) => customer),
  { name: 'state', label: 'State', cell: ({ state }) => stateBadge('invoice', state), csv: ({ state }) => state },
  textColumn('type', 'Type', ({ type }: InvoiceRow) => type, true),
  {
    name: 'origin',
    label: 'Origin',
    cell: ({ origin, type }) => (type === 'credit' ? `credit, ${codeInWords(origin)}` : codeInWords(origin)),
    csv: ({ origin }) => origin,
  },
  {
    name: 'total',
    label: 'Total',
    numeric: true,
    cell: ({ total_in_cents, currency }) => moneyOf(total_in_cents, currency),
    csv: ({ total_in_cents, currency }) => decimalText(total_in_cents, currency),
  },
  {
    name: 'balance',
    label: 'Open',
    numeric: true,
    cell: ({ balance_in_cents, currency }) => (balance_in_cents === 0 ? '–' : moneyOf(balance_in_cents, currency)),
    csv: ({ balance_in_cents, currency }) => decimalText(balance_in_cents, currency),
  },
  textColumn('currency', 'Currency', ({ currency }: InvoiceRow) => currency, true),
  momentColumn(visit, 'due_on', 'Due', ({ due_on }: InvoiceRow) => due_on, true),
  momentColumn(visit, 'closed_at', 'Closed', ({ closed_at }: InvoiceRow) => closed_at, true),
  momentColumn(visit, 'created_at', 'Created', ({ created_at }: InvoiceRow) => created_at),
  textColumn('uuid', 'Id', ({ uuid }: InvoiceRow) => uuid, true),
];
