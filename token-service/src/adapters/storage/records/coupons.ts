import { foldedCode } from '@service/billing/domain/coupons/coupon.ts';
import type { CouponRecord, FoundCoupon, UniqueCodeRecord } from '@service/billing/domain/coupons/record.ts';
import type { CouponFilter, CouponRecords, UniqueCodeRecords } from '@service/billing/ports/coupons.ts';
import { coupon } from '@service/billing/resources/coupon.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';
import { type Bind, countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const coupons = table<CouponRecord>({
  name: 'coupons',
  key: ['key'],
  columns: [
    ...columns({ key: 'text', folded_code: 'text', redeemable_until: 'bigint', redemption_count: 'bigint' }),
    ...resourceColumns(coupon),
  ],
});

const codes = table<UniqueCodeRecord>({
  name: 'unique_coupon_codes',
  key: ['key'],
  columns: columns({
    key: 'text',
    coupon_key: 'text',
    id: 'bigint',
    coupon_code: 'text',
    folded_code: 'text',
    redeemed_at: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
    deleted_at: 'bigint',
  }),
});

/** The rule `couponState`, in SQL. */
const inState = (state: NonNullable<CouponFilter['state']>, now: Seconds, bind: Bind): readonly string[] => {
  const there = 'r.deleted_at IS NULL';
  const past = (): string => `r.redeemable_until < ${bind(now)}`;
  const full = 'r.redemption_count >= r.max_redemptions';
  switch (state) {
    case 'inactive':
      return ['r.deleted_at IS NOT NULL'];
    case 'expired':
      return [there, past()];
    case 'maxed_out':
      return [there, `(${past()}) IS NOT TRUE`, full];
    case 'redeemable':
      return [there, `(${past()}) IS NOT TRUE`, `(${full}) IS NOT TRUE`];
  }
};

const listed: ListedTable<CouponRecord, CouponFilter> = {
  table: coupons,
  id: 'key',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ state, at }, bind) => (state ? inState(state, at, bind) : []),
};

const listedCodes: ListedTable<UniqueCodeRecord, { readonly coupon_key: string }> = {
  table: codes,
  id: 'key',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ coupon_key }, bind) => [`r.coupon_key = ${bind(coupon_key)}`],
};

const BY_CODE = `${coupons.select} WHERE r.site_id = $1 AND r.folded_code = $2 ORDER BY r.key DESC LIMIT 1`;
const BY_KEY = `${coupons.select} WHERE r.site_id = $1 AND r.key = $2`;
const BY_UNIQUE_CODE = `${codes.select} WHERE r.site_id = $1 AND r.folded_code = $2`;
const REDEEM =
  'UPDATE coupons SET redemption_count = redemption_count + 1 WHERE site_id = $1 AND key = $2 ' +
  'AND (max_redemptions IS NULL OR redemption_count < max_redemptions)';
const UNREDEEM =
  'UPDATE coupons SET redemption_count = redemption_count - 1 WHERE site_id = $1 AND key = $2 AND redemption_count > 0';
const REDEEM_CODE =
  'UPDATE unique_coupon_codes SET redeemed_at = $3, updated_at = $3 WHERE site_id = $1 AND key = $2 AND redeemed_at IS NULL';
const UNREDEEM_CODE = 'UPDATE unique_coupon_codes SET redeemed_at = NULL WHERE site_id = $1 AND key = $2';
// Codes of plans and items contain no quotation marks, so a quoted code matches only as a whole.
const renameIn = (column: 'plan_codes' | 'item_codes'): string =>
  `UPDATE coupons SET ${column} = REPLACE(${column}, $2, $3), updated_at = $4 WHERE site_id = $1 ` +
  `AND REPLACE(${column}, $2, $3) <> ${column}`;
const RENAME_PLAN = renameIn('plan_codes');
const RENAME_ITEM = renameIn('item_codes');
const CODE_COUNTS =
  'SELECT sum(CASE WHEN redeemed_at IS NOT NULL THEN 1 ELSE 0 END) AS redeemed, ' +
  'sum(CASE WHEN redeemed_at IS NULL AND deleted_at IS NOT NULL THEN 1 ELSE 0 END) AS revoked, ' +
  'sum(CASE WHEN redeemed_at IS NULL AND deleted_at IS NULL THEN 1 ELSE 0 END) AS unused ' +
  'FROM unique_coupon_codes WHERE site_id = $1 AND coupon_key = $2';
const REVOKE_UNUSED =
  'UPDATE unique_coupon_codes SET deleted_at = $3, updated_at = $3 WHERE site_id = $1 AND coupon_key = $2 ' +
  'AND redeemed_at IS NULL AND deleted_at IS NULL';
const COUNT_CODES =
  'UPDATE coupons SET unique_coupon_codes_count = unique_coupon_codes_count + $3 WHERE site_id = $1 AND key = $2';

export const couponRecords = (queries: Queries, siteId: string): CouponRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(code) {
    const folded = foldedCode(code);
    const row = await queries.get(BY_CODE, [siteId, folded]);
    return row ? { coupon: coupons.read(row), unique: null } : byUniqueCode(queries, siteId, folded);
  },
  async add(record) {
    await queries.write(coupons.insert, coupons.values(siteId, record));
  },
  async save(record) {
    await queries.write(coupons.update, coupons.values(siteId, record));
  },
  async redeem(key) {
    return (await queries.run(REDEEM, [siteId, key])) === 1;
  },
  async unredeem(key) {
    await queries.write(UNREDEEM, [siteId, key]);
  },
  async renamePlan(from, to, at) {
    await queries.write(RENAME_PLAN, [siteId, JSON.stringify(from), JSON.stringify(to), at]);
  },
  async renameItem(from, to, at) {
    await queries.write(RENAME_ITEM, [siteId, JSON.stringify(from), JSON.stringify(to), at]);
  },
  async byKey(key) {
    const row = await queries.get(BY_KEY, [siteId, key]);
    return row && coupons.read(row);
  },
  codes: uniqueCodes(queries, siteId),
});

const byUniqueCode = async (queries: Queries, siteId: string, folded: string): Promise<FoundCoupon | undefined> => {
  const row = await queries.get(BY_UNIQUE_CODE, [siteId, folded]);
  if (!row) return undefined;
  const unique = codes.read(row);
  const parent = await queries.get(BY_KEY, [siteId, unique.coupon_key]);
  return parent && { coupon: coupons.read(parent), unique };
};

const uniqueCodes = (queries: Queries, siteId: string): UniqueCodeRecords => ({
  list: (query) => listPage(queries, siteId, listedCodes, query),
  count: (query) => countList(queries, siteId, listedCodes, query),
  add: (couponKey, records) =>
    queries.transaction(async (inside) => {
      for (const record of records) await inside.write(codes.insert, codes.values(siteId, record));
      await inside.write(COUNT_CODES, [siteId, couponKey, records.length]);
    }),
  async save(record) {
    await queries.write(codes.update, codes.values(siteId, record));
  },
  async redeem(key, at) {
    return (await queries.run(REDEEM_CODE, [siteId, key, at])) === 1;
  },
  async unredeem(key) {
    await queries.write(UNREDEEM_CODE, [siteId, key]);
  },
  async counts(couponKey) {
    const row = await queries.get(CODE_COUNTS, [siteId, couponKey]);
    const [redeemed, revoked, unused] = [row?.redeemed, row?.revoked, row?.unused].map((sum) => Number(sum ?? 0));
    return { redeemed: redeemed ?? 0, revoked: revoked ?? 0, unused: unused ?? 0 };
  },
  revokeUnused: (couponKey, at) => queries.run(REVOKE_UNUSED, [siteId, couponKey, at]),
});
