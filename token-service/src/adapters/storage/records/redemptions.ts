import type { RedemptionRecord, RedemptionRow } from '@service/billing/domain/coupons/record.ts';
import type { RedemptionFilter, RedemptionRecords } from '@service/billing/ports/coupons.ts';
import { redemption } from '@service/billing/resources/redemption.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const EXPIRED =
  'EXISTS (SELECT 1 FROM subscriptions s WHERE s.site_id = r.site_id AND s.uuid = r.subscription_id ' +
  "AND s.state = 'expired')";

const redemptions = table<RedemptionRecord, RedemptionRow>({
  name: 'redemptions',
  key: ['uuid'],
  columns: [
    ...columns({
      account_id: 'text',
      coupon_key: 'text',
      unique_code_key: 'text',
      subscription_id: 'text',
      active_until: 'bigint',
      ended_at: 'bigint',
    }),
    ...resourceColumns(redemption),
  ],
  computed: {
    account_code: {
      holds: 'text',
      sql: '(SELECT a.account_code FROM accounts a WHERE a.site_id = r.site_id AND a.id = r.account_id)',
    },
    subscription_expired: { holds: 'boolean', sql: EXPIRED },
  },
});

const NARROWED_BY = ['account_id', 'coupon_key', 'unique_code_key', 'subscription_id'] as const;

const listed: ListedTable<RedemptionRecord, RedemptionFilter> = {
  table: redemptions,
  id: 'uuid',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: (filter, bind) => [
    ...NARROWED_BY.flatMap((name) => {
      const value = filter[name];
      return value === undefined ? [] : [`r.${name} = ${bind(value)}`];
    }),
    ...(filter.uuids ? [`r.uuid IN (${filter.uuids.map(bind).join(', ') || 'NULL'})`] : []),
  ],
};

const BY_UUID = `${redemptions.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.uuid = $3`;
/** The rule `redemptionState`, in SQL. */
const ACTIVE =
  `${redemptions.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.ended_at IS NULL ` +
  `AND (r.active_until IS NULL OR r.active_until > $3) AND NOT ${EXPIRED} ORDER BY r.created_at, r.uuid`;
const COUNT = 'SELECT count(*) AS count FROM redemptions WHERE site_id = $1 AND account_id = $2 AND coupon_key = $3';

export const redemptionRecords = (queries: Queries, siteId: string): RedemptionRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(accountId, uuid) {
    const row = await queries.get(BY_UUID, [siteId, accountId, uuid]);
    return row && redemptions.read(row);
  },
  async active(accountId, now) {
    return (await queries.all(ACTIVE, [siteId, accountId, now])).map(redemptions.read);
  },
  async countOf(accountId, couponKey) {
    const row = await queries.get(COUNT, [siteId, accountId, couponKey]);
    return Number(row?.count);
  },
  async add(record) {
    await queries.write(redemptions.insert, redemptions.values(siteId, record));
  },
  async save(record) {
    await queries.write(redemptions.update, redemptions.values(siteId, record));
  },
});
