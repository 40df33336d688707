import type { ShownTransaction, TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { ListQuery } from '@service/billing/ports/listing.ts';
import type { Takings, TransactionFilter, TransactionRecords } from '@service/billing/ports/transactions.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';
import { type Bind, countList, type ListedTable, listPage, sumList } from '../paging.ts';
import { readRow, updateRow } from '../row-memory.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among as amongIds } from './among.ts';
import type { DueReader } from './due-items.ts';
import { hasError, isIndexedByError } from './error-code.ts';
import { idsByAmount, idsOfFew, type WithIds } from './few.ts';
import { addressOfInvoice } from './joined.ts';
import { listRuns, type Run, type RunTable, runsOf } from './runs.ts';

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
      method_reference: 'text',
      network_advice: 'text',
      charge_reference: 'text',
      three_d_secure: 'json',
      action_token: 'text',
      dispute_state: 'text',
      settlement_due_at: 'bigint',
    }),
    ...resourceColumns(transaction),
  ],
  computed: {
    invoice: addressOfInvoice('r.invoice_id'),
    subscription_id: FIRST_SUBSCRIPTION,
    tax_conversion: {
      holds: 'json',
      sql: '(SELECT i.tax_conversion FROM invoices i WHERE i.site_id = r.site_id AND i.uuid = r.invoice_id)',
    },
  },
});

const RUNS: RunTable = { table: 'transactions', column: 'gateway_code' };

/** Statuses and actions by the values of list filters. */
const STATUSES = { successful: ['success'], voided: ['void'] } as const;
const ACTIONS = { authorization: ['authorization', 'verify'], purchase: ['purchase'], refund: ['refund'] } as const;

const among = (column: string, values: readonly string[], bind: Bind): string =>
  `r.${column} IN (${values.map(bind).join(', ')})`;

/** A filter whose part is replaced by the ids of the payments that meet it. */
interface ResolvedFilter extends TransactionFilter, WithIds {
  /** A code that is looked for in the index of errors. */
  readonly indexed_error?: string | undefined;
}

type MoreFilter = Omit<ResolvedFilter, 'account_id' | 'state' | 'type' | 'invoice_id'>;

const narrowed = (
  { status, currency, gateway_code, error_code, indexed_error, least_in_cents, most_in_cents, ids }: MoreFilter,
  bind: Bind,
): string[] => [
  ...(status === undefined ? [] : [`r.status = ${bind(status)}`]),
  ...(currency === undefined ? [] : [`r.currency = ${bind(currency)}`]),
  ...(gateway_code === undefined ? [] : [`r.gateway_code = ${bind(gateway_code)}`]),
  ...(error_code === undefined ? [] : [hasError(error_code, bind)]),
  ...(indexed_error === undefined ? [] : [isIndexedByError(indexed_error, bind)]),
  ...(least_in_cents === undefined ? [] : [`r.amount_in_cents >= ${bind(least_in_cents)}`]),
  ...(most_in_cents === undefined ? [] : [`r.amount_in_cents <= ${bind(most_in_cents)}`]),
  ...(ids === undefined ? [] : [`r.uuid IN (${amongIds(ids, 1).values.map(bind).join(', ') || 'NULL'})`]),
];

/** Whether a large part of a site's transactions can meet a filter. */
const isMany = ({ account_id, invoice_id, state, status, type, error_code }: TransactionFilter): boolean =>
  [account_id, invoice_id, error_code].every((one) => one === undefined) &&
  type !== 'refund' &&
  (state ?? 'successful') === 'successful' &&
  (status ?? 'success') === 'success';

const SUMS = {
  amount_in_cents: 'r.amount_in_cents',
  paid_in_cents: "CASE WHEN r.action = 'purchase' AND r.status = 'success' THEN r.amount_in_cents ELSE 0 END",
  refunded_in_cents: "CASE WHEN r.action = 'refund' AND r.status = 'success' THEN r.amount_in_cents ELSE 0 END",
  approved: "CASE WHEN r.action = 'purchase' AND r.status IN ('success', 'void') THEN 1 ELSE 0 END",
} as const;

const listed: ListedTable<ShownTransaction, ResolvedFilter> = {
  table: transactions,
  id: 'uuid',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ account_id, state, type, invoice_id, ...more }, bind) => [
    ...narrowed(more, bind),
    ...(account_id === undefined ? [] : [`r.account_id = ${bind(account_id)}`]),
    // A condition that the partial index names.
    ...(state === 'failed' ? ["r.status IN ('failed', 'declined')"] : []),
    ...(state && state !== 'failed' ? [among('status', STATUSES[state], bind)] : []),
    ...(invoice_id === undefined ? [] : [`r.invoice_id = ${bind(invoice_id)}`]),
    // A condition that the partial index names.
    ...(type ? [type === 'refund' ? "r.action = 'refund'" : among('action', ACTIONS[type], bind)] : []),
  ],
};

const BY_UUID = `${transactions.select} WHERE r.site_id = $1 AND r.uuid = $2`;
// Of a payment and what was declined about it, the payment.
const BY_REFERENCE =
  `${transactions.select} WHERE r.site_id = $1 AND r.reference = $2 AND r.gateway_code = $3 ` +
  "ORDER BY CASE WHEN r.status IN ('failed', 'declined') THEN 1 ELSE 0 END, r.created_at, r.uuid LIMIT 1";
const OF_INVOICE = `${transactions.select} WHERE r.site_id = $1 AND r.invoice_id = $2 ORDER BY r.created_at, r.uuid`;
const ofInvoices = (ids: string): string =>
  `${transactions.select} WHERE r.site_id = $1 AND r.invoice_id IN ${ids} ORDER BY r.created_at, r.uuid LIMIT $2`;
const byIds = (ids: string): string => `${transactions.select} WHERE r.site_id = $1 AND r.uuid IN ${ids}`;
const attemptsOf = (ids: string): string =>
  'SELECT invoice_id, count(*) AS attempts, max(uuid) AS last FROM transactions ' +
  `WHERE site_id = $1 AND invoice_id IN ${ids} AND action = 'purchase' GROUP BY invoice_id`;
// The uuids come first: they are sorted, and an index by account has them.
const LATEST =
  `${transactions.select} JOIN (SELECT t.uuid FROM transactions t WHERE t.site_id = $1 AND t.account_id = $2 ` +
  'AND t.uuid < $3 ORDER BY t.uuid DESC LIMIT $4) page ON r.uuid = page.uuid WHERE r.site_id = $1 ORDER BY r.uuid DESC';
/** Days of every time zone consist of whole quarters of an hour. */
const QUARTER: Seconds = 900;
const TAKINGS =
  `SELECT r.created_at / ${QUARTER} AS quarter, ` +
  "sum(CASE WHEN r.action = 'purchase' THEN 1 ELSE 0 END) AS payments, " +
  "sum(CASE WHEN r.action = 'purchase' THEN r.amount_in_cents ELSE 0 END) AS paid, " +
  "sum(CASE WHEN r.action = 'refund' THEN r.amount_in_cents ELSE 0 END) AS refunded FROM transactions r " +
  "WHERE r.site_id = $1 AND r.currency = $2 AND r.created_at >= $3 AND r.created_at < $4 AND r.status = 'success' " +
  "AND r.action IN ('purchase', 'refund') AND ";
const TAKINGS_OF = `${TAKINGS}r.gateway_code = $5 GROUP BY 1`;
const TAKINGS_OF_NONE = `${TAKINGS}r.gateway_code IS NULL GROUP BY 1`;

/** Takings by quarter and currency from those of each gateway, in the order of both. */
const takenInAll = (takings: readonly Takings[]): Takings[] =>
  [...Map.groupBy(takings, ({ currency, from }) => `${currency} ${String(from).padStart(12, '0')}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, several]) => {
      const sum = (name: 'payments' | 'paid_in_cents' | 'refunded_in_cents'): number =>
        several.reduce((total, one) => total + one[name], 0);
      const { from, currency } = several[0]!;
      return {
        from,
        currency,
        payments: sum('payments'),
        paid_in_cents: sum('paid_in_cents'),
        refunded_in_cents: sum('refunded_in_cents'),
      };
    });

const REFUNDS_OF = `${transactions.select} WHERE r.site_id = $1 AND r.original_transaction_uuid = $2 ORDER BY r.created_at, r.uuid`;

export const transactionRecords = (queries: Queries, siteId: string, due: DueReader): TransactionRecords => {
  const one = async (sql: string, ...values: readonly string[]): Promise<ShownTransaction | undefined> => {
    const row = await queries.get(sql, [siteId, ...values]);
    return row && readRow(queries, transactions, row);
  };
  const all = async (sql: string, ...values: readonly string[]): Promise<ShownTransaction[]> =>
    (await queries.all(sql, [siteId, ...values])).map((row) => readRow(queries, transactions, row));
  /** The query with the few payments of its amounts or error, or those that failed, in place of its filter. */
  const resolved = async (query: ListQuery<ResolvedFilter>): Promise<ListQuery<ResolvedFilter>> => {
    const { error_code, ...others } = query.filter;
    const { least_in_cents: least, most_in_cents: most, state } = others;
    const isByAmount = least !== undefined || most !== undefined;
    // The index of errors knows no dates: of some days, those that failed are read.
    const isByError = error_code !== undefined && query.begin === undefined && query.end === undefined;
    if (!isByAmount && !isByError && state !== 'failed') return query;
    const byError = { ...query, filter: { ...others, indexed_error: error_code } };
    const ids = isByAmount
      ? await idsByAmount(queries, siteId, listed, query, { column: 'amount_in_cents', least, most })
      : await idsOfFew(queries, siteId, listed, isByError ? byError : query);
    return ids === undefined ? query : { ...query, filter: { ids } };
  };
  return {
    async list(query) {
      const found = await resolved(query);
      const { currency, gateway_code: value, ...others } = found.filter;
      const isOfRuns = (currency !== undefined || value !== undefined) && query.sort === 'created_at';
      return isOfRuns && others.ids === undefined && others.account_id === undefined
        ? listRuns(queries, siteId, listed, { ...found, filter: others }, RUNS, { currency, value })
        : listPage(queries, siteId, listed, found);
    },
    count: (query) => countList(queries, siteId, listed, query),
    async totals(query) {
      const found = await resolved(query);
      const many = found.filter.ids === undefined && isMany(query.filter);
      return sumList(queries, siteId, listed, found, { sums: SUMS, many });
    },
    async takings(from, to) {
      const takingsOf = async ({ currency, value }: Run): Promise<Takings[]> =>
        (
          await (value === null
            ? queries.all(TAKINGS_OF_NONE, [siteId, currency, from, to])
            : queries.all(TAKINGS_OF, [siteId, currency, from, to, value]))
        ).map(({ quarter, payments, paid, refunded }) => ({
          from: Number(quarter) * QUARTER,
          currency,
          payments: Number(payments),
          paid_in_cents: Number(paid),
          refunded_in_cents: Number(refunded),
        }));
      return takenInAll((await Promise.all((await runsOf(queries, siteId, RUNS)).map(takingsOf))).flat());
    },
    find: (uuid) => one(BY_UUID, uuid),
    byReference: (gatewayCode, reference) => one(BY_REFERENCE, reference, gatewayCode),
    async add(record) {
      await queries.write(transactions.insert, transactions.values(siteId, record));
    },
    async save(record) {
      await updateRow(queries, transactions, siteId, record);
    },
    async byIds(uuids) {
      const { sql, values } = amongIds(uuids, 2);
      return (await queries.all(byIds(sql), [siteId, ...values])).map(transactions.read);
    },
    async attemptsOf(invoiceIds) {
      const { sql, values } = amongIds(invoiceIds, 2);
      const rows = await queries.all(attemptsOf(sql), [siteId, ...values]);
      return rows.map(({ invoice_id, attempts, last }) => ({
        invoice_id: String(invoice_id),
        attempts: Number(attempts),
        last: String(last),
      }));
    },
    ofInvoice: (invoiceId) => all(OF_INVOICE, invoiceId),
    async ofInvoices(invoiceIds, limit) {
      const { sql, values } = amongIds(invoiceIds, 3);
      return (await queries.all(ofInvoices(sql), [siteId, limit, ...values])).map(transactions.read);
    },
    async latest(accountId, before, limit) {
      return (await queries.all(LATEST, [siteId, accountId, before, limit])).map(transactions.read);
    },
    refundsOf: (uuid) => all(REFUNDS_OF, uuid),
    dueForSettlement: due({
      kind: 'settlement',
      from: 'transactions r',
      id: 'r.uuid',
      subject: 'COALESCE(r.account_id, r.uuid)',
      at: 'r.settlement_due_at',
      where: 'r.settlement_due_at <= :until',
      order: 'r.settlement_due_at, r.uuid',
    }),
  };
};
