import { couponView, isRedeemable, type ShownCoupon } from '../../domain/coupons/coupon.ts';
import type { CouponRecord, FoundCoupon, RedemptionRecord } from '../../domain/coupons/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { CouponRecords } from '../../ports/coupons.ts';
import type { ListQuery, Page } from '../../ports/listing.ts';
import type { Records } from '../../ports/storage.ts';
import { type Failure, notFound, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { needAccount } from '../accounts/accounts.ts';
import { type InvoiceReader, linesOf, needInvoice } from '../invoices/invoices.ts';
import { siteList } from '../lists/site-list.ts';
import { type QueryDeps, siteQuery } from '../lists/site-query.ts';

type Turn = InvoiceReader['turn'];

/** Returns the uuids of the redemptions that took something off an invoice. Throws `not_found` without the invoice. */
const redemptionsOn = async (
  records: Pick<Records, 'invoices' | 'adjustments' | 'transactions' | 'creditPayments'>,
  named: string,
  turn: Turn,
): Promise<string[]> => {
  const { uuid } = await needInvoice(records, named);
  const used = new Set<string>();
  for await (const { discounts } of linesOf(records, uuid, turn)) {
    for (const { redemption } of discounts) used.add(redemption);
  }
  return [...used];
};

export const findRedemptionsOnInvoice = siteQuery(redemptionsOn);

/** Returns the newest redemption that took something off an invoice. Throws `not_found` without one. */
export const findInvoiceRedemption = siteQuery(
  async (records, named: string, turn: Turn): Promise<RedemptionRecord> => {
    const uuids = await redemptionsOn(records, named, turn);
    const newest = { filter: { uuids }, sort: 'created_at', order: 'desc', limit: 1 } as const;
    const [found] = (await records.redemptions.list(newest)).records;
    if (!found) throw notFound('Redemption', 'invoice_number', named);
    return found;
  },
);

/** Returns a coupon, or a unique code of one, that can be redeemed at the moment of the caller; or undefined. */
export const findRedeemableCoupon =
  ({ storage }: QueryDeps) =>
  async ({ site, at }: Pick<Caller, 'site' | 'at'>, code: string): Promise<FoundCoupon | undefined> => {
    const found = await storage.of(site.id).coupons.find(code.trim());
    return found && isRedeemable(found, at) ? found : undefined;
  };

/** Lists coupons as they stand at the moment of the caller. */
export const listCoupons = siteList(
  ({ coupons }) => coupons,
  (listed, { at }, { coupons }) =>
    Promise.all(listed.map((coupon) => withOwnActions(coupons, couponView({ coupon, unique: null }, at)))),
);

/** Clears `restorable` of a coupon whose code a newer one has: the address is the newer one's. */
const withOwnActions = async (coupons: CouponRecords, one: ShownCoupon): Promise<ShownCoupon> => {
  if (!one.restorable) return one;
  const found = await coupons.find(one.coupon_code);
  return { ...one, restorable: found?.coupon.key === one.key };
};

/** Lists redemptions of coupons. */
export const listRedemptions = siteList(({ redemptions }) => redemptions);

type Query = ListQuery<{ readonly coupon_key: string }>;

/** Lists the unique codes of a bulk coupon, each shown as a coupon of its own. `page` throws `not_found`. */
export const listUniqueCodes = ({ storage }: QueryDeps) => ({
  async page({ site, at }: Caller, code: string, query: Query): Promise<Page<ShownCoupon>> {
    const { coupons } = storage.of(site.id);
    const { coupon } = await needCoupon({ coupons }, code);
    const { records, more } = await coupons.codes.list(query);
    return { records: records.map((unique) => couponView({ coupon, unique }, at)), more };
  },
  count: ({ site }: Caller, query: Query): Promise<number> => storage.of(site.id).coupons.codes.count(query),
});

export const unknownCoupon = (code: string): Failure => notFound('Coupon', 'coupon_code', code);

/** Returns the coupon, or the unique code of one. Throws `not_found`. */
export const needCoupon = async (
  { coupons }: { readonly coupons: CouponRecords },
  code: string,
): Promise<FoundCoupon> => {
  const found = await coupons.find(code);
  if (!found) throw unknownCoupon(code);
  return found;
};

/** Returns a bulk coupon by its own code. Throws `not_found`, `Invalid` for any other coupon. */
export const needBulkCoupon = async (
  records: { readonly coupons: CouponRecords },
  code: string,
): Promise<CouponRecord> => {
  const { coupon, unique } = await needCoupon(records, code);
  if (coupon.coupon_type !== 'bulk' || unique) {
    refuse([{ field: 'coupon.coupon_type', symbol: 'invalid', reason: 'not_a_bulk_coupon' }]);
  }
  return coupon;
};

/** Returns the unique codes of a coupon, counted. */
export const countCodes = siteQuery(({ coupons }, { key }: Pick<CouponRecord, 'key'>) => coupons.codes.counts(key));

/** Returns a coupon, or the unique code of one. Throws `not_found`. */
export const findCoupon = siteQuery(needCoupon);

/** Returns the coupon of a redemption, which may share its code with a newer one; undefined if it is gone. */
export const findCouponByKey = siteQuery(({ coupons }, key: string) => coupons.byKey(key));

/** Returns the redemption of an account. Throws `not_found`. */
export const needRedemption = async (
  records: Pick<Records, 'accounts' | 'redemptions'>,
  account_code: string,
  uuid: string,
): Promise<RedemptionRecord> => {
  const account = await needAccount(records, account_code);
  const found = await records.redemptions.find(account.id, uuid.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('Redemption', 'uuid', uuid);
  return found;
};

/** Returns the active redemption of an account, the newest of several. Throws `not_found`. */
export const needActiveRedemption = async (
  records: Pick<Records, 'accounts' | 'redemptions'>,
  account_code: string,
  now: Seconds,
): Promise<RedemptionRecord> => {
  const account = await needAccount(records, account_code);
  const found = (await records.redemptions.active(account.id, now)).at(-1);
  if (!found) throw notFound('Redemption', 'account_code', account_code);
  return found;
};

/** Returns a redemption of an account. Throws `not_found`. */
export const findRedemption = siteQuery(needRedemption);

/** Returns the newest redemption that an account has in force. Throws `not_found`. */
export const findActiveRedemption = siteQuery(needActiveRedemption);
