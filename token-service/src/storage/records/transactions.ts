import type {
  ShownTransaction,
  TransactionFilter,
  TransactionRecord,
  TransactionRecords,
} from '@service/billing/ports/records.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import type { Queries } from '../database.ts';
import { type Bind, countList, type Listed, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among as amongIds } from './among.ts';
import { addressOfInvoice } from './joined.ts';

const FIRST_SUBSCRIPTION = {
  holds: 'text',
  sql:
    '(SELECT j.subscription_id FROM adjustments j WHERE j.site_id = r.site_id AND j.invoice_id = r.invoice_id ' +
    'AND j.subscription_id IS NOT NULL ORDER BY j.position LIMIT 1)',
} as const;

const transactions = table<ShownTransaction, TransactionRecord>({
  name: 'transactions',
  key: ['uuid'],
  columns: [
    ...columns({
      account_id: 'text',
      invoice_id: 'text',
      original_transaction_uuid: 'text',
      gateway_code: 'text',
      settlement_due_at: 'bigint',
    }),
    ...resourceColumns(transaction),
  ],
  computed: { invoice: addressOfInvoice('r.invoice_id'), subscription_id: FIRST_SUBSCRIPTION },
});

/** Reference "lifecycles", section 6: the filters' own words for statuses and actions. */
const STATUSES = { successful: ['success'], failed: ['failed', 'declined'], voided: ['void'] } as const;
const ACTIONS = { authorization: ['authorization', 'verify'], purchase: ['purchase'], refund: ['refund'] } as const;

const among = (column: string, values: readonly string[], bind: Bind): string =>
  `r.${column} IN (${values.map(bind).join(', ')})`;

const listed: Listed<ShownTransaction, TransactionFilter> = {
  table: transactions,
  id: 'uuid',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ account_id, state, type, invoice_id }, bind) => [
    ...(account_id === undefined ? [] : [`r.account_id = ${bind(account_id)}`]),
    ...(state ? [among('status', STATUSES[state], bind)] : []),
    ...(invoice_id === undefined ? [] : [`r.invoice_id = ${bind(invoice_id)}`]),
    ...(type ? [among('action', ACTIONS[type], bind)] : []),
  ],
};

const BY_UUID = `${transactions.select} WHERE r.site_id = $1 AND r.uuid = $2`;
const OF_INVOICE = `${transactions.select} WHERE r.site_id = $1 AND r.invoice_id = $2 ORDER BY r.created_at, r.uuid`;
const ofInvoices = (ids: string): string =>
  `${transactions.select} WHERE r.site_id = $1 AND r.invoice_id IN ${ids} ORDER BY r.created_at, r.uuid`;
const REFUNDS_OF = `${transactions.select} WHERE r.site_id = $1 AND r.original_transaction_uuid = $2 ORDER BY r.created_at, r.uuid`;
const NEXT_TO_SETTLE = `${transactions.select} WHERE r.site_id = $1 AND r.settlement_due_at <= $2 ORDER BY r.settlement_due_at, r.uuid LIMIT 1`;
const COUNT_SINCE =
  'SELECT count(*) AS count FROM transactions WHERE site_id = $1 AND account_id = $2 AND action = $3 AND created_at >= $4';

export const transactionRecords = (queries: Queries, siteId: string): TransactionRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(uuid) {
    const row = await queries.get(BY_UUID, [siteId, uuid]);
    return row && transactions.read(row);
  },
  async add(record) {
    await queries.run(transactions.insert, transactions.values(siteId, record));
  },
  async save(record) {
    await queries.run(transactions.update, transactions.values(siteId, record));
  },
  async ofInvoice(invoiceId) {
    return (await queries.all(OF_INVOICE, [siteId, invoiceId])).map(transactions.read);
  },
  async ofInvoices(invoiceIds) {
    const { sql, values } = amongIds(invoiceIds, 2);
    return (await queries.all(ofInvoices(sql), [siteId, ...values])).map(transactions.read);
  },
  async refundsOf(uuid) {
    return (await queries.all(REFUNDS_OF, [siteId, uuid])).map(transactions.read);
  },
  async nextToSettle(until) {
    const row = await queries.get(NEXT_TO_SETTLE, [siteId, until]);
    return row && transactions.read(row);
  },
  async countSince(accountId, action, since) {
    const row = await queries.get(COUNT_SINCE, [siteId, accountId, action, since]);
    return Number(row?.count);
  },
});
