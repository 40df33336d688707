import { couponView, type ShownCoupon } from '../../domain/coupons/coupon.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ListQuery, Page } from '../../ports/listing.ts';
import type { QueryDeps } from '../site-query.ts';
import { needCoupon } from './need-coupon.ts';

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
