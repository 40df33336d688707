import type { AdjustmentRecord, ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { AdjustmentFilter, AdjustmentRecords } from '@service/billing/ports/adjustments.ts';
import { adjustment } from '@service/billing/resources/adjustment.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among } from './among.ts';
import { ACCOUNT_CODE, addressOfInvoice } from './joined.ts';

const adjustments = table<ShownAdjustment, AdjustmentRecord>({
  name: 'adjustments',
  key: ['uuid'],
  columns: [
    ...columns({
      account_id: 'text',
      invoice_id: 'text',
      subscription_id: 'text',
      plan_code: 'text',
      add_on_source: 'text',
      position: 'bigint',
      credited_share: 'text',
      discount_tax_in_cents: 'bigint',
      discounts: 'json',
      taxes: 'json',
      computation: 'json',
      printed_text: 'text',
      price_of_unit_in_cents: 'bigint',
    }),
    ...resourceColumns(adjustment),
  ],
  computed: {
    account_code: ACCOUNT_CODE,
    invoice: addressOfInvoice('r.invoice_id'),
    invoice_account_code: {
      holds: 'text',
      sql:
        '(SELECT a.account_code FROM invoices i JOIN accounts a ON a.site_id = i.site_id AND a.id = i.account_id ' +
        'WHERE i.site_id = r.site_id AND i.uuid = r.invoice_id)',
    },
    billing_info_uuid: {
      holds: 'text',
      sql: '(SELECT i.billing_info_uuid FROM invoices i WHERE i.site_id = r.site_id AND i.uuid = r.invoice_id)',
    },
    invoice_refundable_in_cents: {
      holds: 'bigint',
      sql: '(SELECT i.refundable_total_in_cents FROM invoices i WHERE i.site_id = r.site_id AND i.uuid = r.invoice_id)',
    },
    credited_in_cents: {
      holds: 'bigint',
      sql:
        "CASE WHEN r.type = 'credit' OR r.credited_share IS NULL THEN 0 ELSE (SELECT CAST(coalesce(sum(c.total_in_cents), 0) AS bigint) " +
        'FROM adjustments c WHERE c.site_id = r.site_id AND c.original_adjustment_uuid = r.uuid) END',
    },
  },
});

const listed: ListedTable<ShownAdjustment, AdjustmentFilter> = {
  table: adjustments,
  id: 'uuid',
  idsFirst: () => true,
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ account_id, invoice_id, original_adjustment_uuid, type, state }, bind) => [
    ...(account_id === undefined ? [] : [`r.account_id = ${bind(account_id)}`]),
    ...(invoice_id === undefined ? [] : [`r.invoice_id = ${bind(invoice_id)}`]),
    ...(original_adjustment_uuid === undefined
      ? []
      : [`r.original_adjustment_uuid = ${bind(original_adjustment_uuid)}`]),
    ...(type ? [`r.type = ${bind(type)}`] : []),
    ...(state ? [`r.state = ${bind(state)}`] : []),
  ],
};

const BY_UUID = `${adjustments.select} WHERE r.site_id = $1 AND r.uuid = $2`;
const REMOVE = 'DELETE FROM adjustments WHERE site_id = $1 AND uuid = $2';
const OWN = '= $2';
const OF_FAMILY =
  'IN (SELECT a.id FROM accounts a WHERE a.site_id = $1 AND a.id = $2 ' +
  "UNION ALL SELECT c.id FROM accounts c WHERE c.site_id = $1 AND c.parent_id = $2 AND c.bill_to = 'parent')";
const pendingCurrencies = (accounts: string): string =>
  `SELECT currency FROM adjustments WHERE site_id = $1 AND account_id ${accounts} AND invoice_id IS NULL GROUP BY currency ORDER BY min(created_at), min(uuid)`;
const pending = (accounts: string): string =>
  `${adjustments.select} WHERE r.site_id = $1 AND r.account_id ${accounts} AND r.currency = $3 AND r.invoice_id IS NULL ORDER BY r.created_at, r.uuid LIMIT $4`;
const ON_INVOICE = `${adjustments.select} WHERE r.site_id = $1 AND r.invoice_id = $2 ORDER BY r.position`;
const ON_INVOICE_FROM = `${adjustments.select} WHERE r.site_id = $1 AND r.invoice_id = $2 AND r.position >= $3 ORDER BY r.position LIMIT $4`;
const onInvoices = (ids: string): string =>
  `${adjustments.select} WHERE r.site_id = $1 AND r.invoice_id IN ${ids} ORDER BY r.invoice_id, r.position LIMIT $2`;
const FIRST_SUBSCRIPTION =
  'SELECT subscription_id FROM adjustments WHERE site_id = $1 AND invoice_id = $2 AND subscription_id IS NOT NULL ORDER BY position LIMIT 1';
const CHARGES_SINCE =
  `${adjustments.select} WHERE r.site_id = $1 AND r.subscription_id = $2 AND r.type = 'charge' ` +
  'AND r.invoice_id IS NOT NULL AND r.start_date >= $3 ORDER BY r.created_at DESC, r.invoice_id DESC, r.position DESC';
const CREDITS_OF = `${adjustments.select} WHERE r.site_id = $1 AND r.original_adjustment_uuid = $2 ORDER BY r.created_at, r.uuid`;
const BILLED_PERIOD =
  'SELECT start_date, end_date FROM adjustments WHERE site_id = $1 AND subscription_id = $2 ' +
  "AND type = 'charge' AND (origin = 'plan' OR (origin = 'add_on' AND product_code = $3)) " +
  'AND start_date <= $4 AND end_date > $4 ORDER BY origin, start_date LIMIT 1';

/** The maximum number of rows in one statement; each number of rows is prepared once. */
const TOGETHER = 20;

export const adjustmentRecords = (queries: Queries, siteId: string): AdjustmentRecords => {
  const all = async (sql: string, ...values: (string | number)[]): Promise<ShownAdjustment[]> =>
    (await queries.all(sql, [siteId, ...values])).map(adjustments.read);
  return {
    list: (query) => listPage(queries, siteId, listed, query),
    count: (query) => countList(queries, siteId, listed, query),
    find: async (uuid) => (await all(BY_UUID, uuid))[0],
    async add(record) {
      await queries.write(adjustments.insert, adjustments.values(siteId, record));
    },
    async addAll(records) {
      for (let from = 0; from < records.length; from += TOGETHER) {
        const { sql, values } = adjustments.insertAll(siteId, records.slice(from, from + TOGETHER));
        await queries.write(sql, values);
      }
    },
    async save(record) {
      await queries.write(adjustments.update, adjustments.values(siteId, record));
    },
    async remove(uuid) {
      await queries.write(REMOVE, [siteId, uuid]);
    },
    pending: ({ id, has_children }, currency, limit) =>
      all(pending(has_children ? OF_FAMILY : OWN), id, currency, limit),
    async pendingCurrencies({ id, has_children }) {
      const sql = pendingCurrencies(has_children ? OF_FAMILY : OWN);
      return (await queries.all(sql, [siteId, id])).map(({ currency }) => String(currency));
    },
    onInvoice: (invoiceId) => all(ON_INVOICE, invoiceId),
    async onInvoices(invoiceIds, limit) {
      const { sql, values } = among(invoiceIds, 3);
      return (await queries.all(onInvoices(sql), [siteId, limit, ...values])).map(adjustments.read);
    },
    onInvoiceFrom: (invoiceId, position, limit) => all(ON_INVOICE_FROM, invoiceId, position, limit),
    async firstSubscription(invoiceId) {
      const row = await queries.get(FIRST_SUBSCRIPTION, [siteId, invoiceId]);
      return row && String(row.subscription_id);
    },
    chargesSince: (subscriptionId, startedAt) => all(CHARGES_SINCE, subscriptionId, startedAt),
    creditsOf: (uuid) => all(CREDITS_OF, uuid),
    async billedPeriod(subscriptionId, addOnCode, at) {
      const row = await queries.get(BILLED_PERIOD, [siteId, subscriptionId, addOnCode, at]);
      return row && { startedAt: Number(row.start_date), endsAt: Number(row.end_date) };
    },
  };
};
