import type { UsageSelection, UsageTotal } from '@service/billing/domain/subscriptions/usage-selection.ts';
import { inBillionths } from '@service/billing/domain/usages/amount.ts';
import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import type { UsageFilter, UsageRecords } from '@service/billing/ports/usages.ts';
import { usage } from '@service/billing/resources/usage.ts';
import { plainDecimal } from '@service/billing/values/money/plain-decimal.ts';
import type { Queries, Row, Value } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const usages = table<UsageRecord>({
  name: 'usages',
  key: ['key'],
  columns: [
    ...columns({
      key: 'text',
      account_id: 'text',
      subscription_id: 'text',
      add_on_code: 'text',
      amount_billionths: 'bigint',
      tiers: 'json',
      percentage_tiers: 'json',
      usage_calculation_type: 'text',
      measured_unit_id: 'bigint',
      origin: 'text',
      late_started_at: 'bigint',
      late_ends_at: 'bigint',
      changed_at: 'bigint',
      billed_line: 'text',
    }),
    ...resourceColumns(usage),
  ],
});

const listed: ListedTable<UsageRecord, UsageFilter> = {
  table: usages,
  id: 'key',
  sorts: { created_at: 'created_at', updated_at: 'changed_at' },
  conditions: ({ subscription_id, add_on_code, billed, dated }, bind) => [
    `r.subscription_id = ${bind(subscription_id)}`,
    `r.add_on_code = ${bind(add_on_code)}`,
    ...(billed === undefined ? [] : [`r.billed_at IS ${billed ? 'NOT NULL' : 'NULL'}`]),
    ...(dated?.from === undefined ? [] : [`r.${dated.by} >= ${bind(dated.from)}`]),
    ...(dated?.to === undefined ? [] : [`r.${dated.by} <= ${bind(dated.to)}`]),
  ],
};

const OF_ADD_ON = 'site_id = $1 AND subscription_id = $2 AND add_on_code = $3';
const BY_ID = `${usages.select} WHERE r.site_id = $1 AND r.subscription_id = $2 AND r.add_on_code = $3 AND r.id = $4`;
const ANY = `SELECT 1 FROM usages WHERE ${OF_ADD_ON} LIMIT 1`;
const REMOVE = 'DELETE FROM usages WHERE site_id = $1 AND key = $2';
// Sums may be larger than the numbers of a driver, so they are read as text.
const SUM =
  'SELECT count(*) AS count, coalesce(max(id), 0) AS last, CAST(coalesce(sum(amount), 0) AS text) AS whole, ' +
  `CAST(coalesce(sum(amount_billionths), 0) AS text) AS billionths FROM usages WHERE ${OF_ADD_ON}`;
const BILLED = `${SUM} AND billed_at IS NOT NULL AND usage_timestamp >= $4 AND usage_timestamp < $5`;
const LAST = `SELECT CAST(amount AS text) AS whole, CAST(amount_billionths AS text) AS billionths FROM usages WHERE ${OF_ADD_ON}`;
const LATE_PERIODS =
  `SELECT DISTINCT late_started_at, late_ends_at FROM usages WHERE ${OF_ADD_ON} ` +
  'AND billed_at IS NULL AND late_started_at IS NOT NULL ORDER BY late_started_at, late_ends_at';

/** The maximum number of records that one statement marks, because SQLite blocks the event loop during a statement. */
const TOGETHER = 500;

/** The conditions of a selection, with values from `$4` on. */
const selected = ({ late, endsAt }: UsageSelection): string => {
  if (late) return 'billed_at IS NULL AND late_started_at = $4 AND late_ends_at = $5';
  const begun = 'billed_at IS NULL AND late_started_at IS NULL AND usage_timestamp >= $4';
  return endsAt === null ? begun : `${begun} AND usage_timestamp < $5`;
};

const amountIn = (row: Row | undefined): string =>
  plainDecimal(inBillionths(String(row?.whole ?? 0), String(row?.billionths ?? 0)));

const totalOf = (row: Row | undefined): UsageTotal => ({
  count: Number(row?.count ?? 0),
  last: Number(row?.last ?? 0),
  amount: amountIn(row),
});

export const usageRecords = (queries: Queries, siteId: string): UsageRecords => {
  const valuesOf = ({ subscription_id, add_on_code, startedAt, endsAt }: UsageSelection): Value[] => [
    siteId,
    subscription_id,
    add_on_code,
    startedAt,
    ...(endsAt === null ? [] : [endsAt]),
  ];
  return {
    list: (query) => listPage(queries, siteId, listed, query),
    count: (query) => countList(queries, siteId, listed, query),
    async find(subscriptionId, addOnCode, id) {
      const row = await queries.get(BY_ID, [siteId, subscriptionId, addOnCode, id]);
      return row && usages.read(row);
    },
    async add(record) {
      await queries.write(usages.insert, usages.values(siteId, record));
    },
    async save(record) {
      await queries.write(usages.update, usages.values(siteId, record));
    },
    async remove(key) {
      await queries.write(REMOVE, [siteId, key]);
    },
    async has(subscriptionId, addOnCode) {
      return (await queries.get(ANY, [siteId, subscriptionId, addOnCode])) !== undefined;
    },
    async unbilled(selection) {
      return totalOf(await queries.get(`${SUM} AND ${selected(selection)}`, valuesOf(selection)));
    },
    async lastUnbilled(selection) {
      const order = 'ORDER BY usage_timestamp DESC, id DESC LIMIT 1';
      return amountIn(await queries.get(`${LAST} AND ${selected(selection)} ${order}`, valuesOf(selection)));
    },
    async latePeriods(subscriptionId, addOnCode) {
      const rows = await queries.all(LATE_PERIODS, [siteId, subscriptionId, addOnCode]);
      return rows.map((row) => ({ startedAt: Number(row.late_started_at), endsAt: Number(row.late_ends_at) }));
    },
    async billed(subscriptionId, addOnCode, { startedAt, endsAt }) {
      return totalOf(await queries.get(BILLED, [siteId, subscriptionId, addOnCode, startedAt, endsAt]));
    },
    async bill(selection, last, line, at) {
      const values = valuesOf(selection);
      const [moment, billed, bound] = [1, 2, 3].map((place) => `$${values.length + place}`);
      const some =
        `SELECT key FROM usages WHERE ${OF_ADD_ON} AND ${selected(selection)} AND id <= ${bound} ` +
        `LIMIT ${TOGETHER}`;
      const sql =
        `UPDATE usages SET billed_at = ${moment}, billed_line = ${billed} ` + `WHERE site_id = $1 AND key IN (${some})`;
      for (let marked = TOGETHER; marked === TOGETHER; ) marked = await queries.run(sql, [...values, at, line, last]);
    },
    async defer(selection, { startedAt, endsAt }) {
      const values = valuesOf(selection);
      const [start, end] = [1, 2].map((place) => `$${values.length + place}`);
      await queries.write(
        `UPDATE usages SET late_started_at = ${start}, late_ends_at = ${end} ` +
          `WHERE ${OF_ADD_ON} AND ${selected(selection)}`,
        [...values, startedAt, endsAt],
      );
    },
  };
};
