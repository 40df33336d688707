import { type CodeState, codeState } from '../../domain/coupons/coupon.ts';
import type { CouponRecord, UniqueCodeRecord } from '../../domain/coupons/record.ts';
import type { Seconds } from '../../values/time.ts';
import { type RowQuery, rowList } from './row-list.ts';

export interface CodeQuery extends RowQuery {
  readonly coupon: Pick<CouponRecord, 'key'>;
}

/** A unique code of a bulk coupon. */
export interface CodeRow {
  readonly coupon_code: string;
  readonly state: CodeState;
  readonly created_at: Seconds;
  readonly redeemed_at: Seconds | null;
}

/** Lists the unique codes of a bulk coupon. The totals count them. */
export const listCodeRows = rowList<
  CodeQuery,
  UniqueCodeRecord,
  { readonly coupon_key: string },
  CodeRow,
  { readonly count: number }
>({
  listing: ({ coupons }) => coupons.codes,
  filter: ({ coupon }) => ({ coupon_key: coupon.key }),
  place: ({ key, created_at }) => ({ id: key, at: created_at }),
  rows: async (_, page) =>
    page.map((code) => ({
      coupon_code: code.coupon_code,
      state: codeState(code),
      created_at: code.created_at,
      redeemed_at: code.redeemed_at,
    })),
  totals: async ({ coupons }, query) => ({ count: await coupons.codes.count(query) }),
});
