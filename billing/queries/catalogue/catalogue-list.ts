import { couponView, type ShownCoupon } from '../../domain/coupons/coupon.ts';
import type { CouponRecord, RedemptionRecord } from '../../domain/coupons/record.ts';
import { redemptionState } from '../../domain/coupons/redemption.ts';
import type { GiftCardRecord } from '../../domain/gift-cards/record.ts';
import type { ItemRecord } from '../../domain/items/record.ts';
import type { MeasuredUnitRecord, PlanRecord } from '../../domain/plans/record.ts';
import type { ShippingMethodRecord } from '../../domain/shipping/shipping-method.ts';
import type { CouponFilter, RedemptionFilter } from '../../ports/coupons.ts';
import type { GiftCardFilter } from '../../ports/gift-cards.ts';
import type { ItemFilter } from '../../ports/items.ts';
import type { Records } from '../../ports/storage.ts';
import type { PaidPrice } from '../../ports/subscriptions.ts';
import type { CouponState } from '../../resources/coupon.ts';
import type { ItemState } from '../../resources/item.ts';
import type { Seconds } from '../../values/time.ts';
import { customersOf, filterOf, type RowCustomer } from '../accounts/row-parts.ts';
import { type RowQuery, rowList } from '../lists/row-list.ts';
import { siteQuery } from '../lists/site-query.ts';

/** The number of records that meet the filters. */
export interface RowCount {
  readonly count: number;
}

type Unfiltered = Readonly<Record<never, never>>;

export interface PlanRow extends PlanRecord {
  /** Its live subscriptions, whichever code they were sold under. */
  readonly subscriptions: number;
  /** The codes that they were sold under. */
  readonly sold_as: readonly string[];
}

/** Returns the prices that live subscriptions to a plan pay, highest first, by the code that they were sold under. */
const paidPrices = async (
  { subscriptions }: Pick<Records, 'subscriptions'>,
  { id }: Pick<PlanRecord, 'id'>,
): Promise<readonly PaidPrice[]> => subscriptions.pricesOf([id]);

export const listPaidPrices = siteQuery(paidPrices);

/** Lists the plans on sale, with the number of their subscriptions. */
export const listPlanRows = rowList<RowQuery, PlanRecord, Unfiltered, PlanRow, RowCount>({
  listing: ({ plans }) => plans,
  filter: () => ({}),
  place: ({ id, created_at }) => ({ id, at: created_at }),
  async rows({ subscriptions }, page) {
    const paid = await subscriptions.pricesOf(page.map(({ id }) => id));
    const byPlan = Map.groupBy(paid, ({ plan_id }) => plan_id);
    return page.map((plan) => {
      const prices = byPlan.get(plan.id) ?? [];
      return {
        ...plan,
        subscriptions: prices.reduce((sum, one) => sum + one.subscriptions, 0),
        sold_as: [...new Set(prices.map(({ plan_code }) => plan_code))],
      };
    });
  },
  totals: async ({ plans }, query) => ({ count: await plans.count(query) }),
});

/** Lists the units that usage is counted in. */
export const listUnitRows = rowList<RowQuery, MeasuredUnitRecord, Unfiltered, MeasuredUnitRecord, RowCount>({
  listing: ({ measuredUnits }) => measuredUnits,
  filter: () => ({}),
  place: ({ key, created_at }) => ({ id: key, at: created_at }),
  rows: async (_, page) => page,
  totals: async ({ measuredUnits }, query) => ({ count: await measuredUnits.count(query) }),
});

export interface ItemQuery extends RowQuery {
  readonly state?: ItemState | undefined;
}

/** Lists items, inactive ones too. */
export const listItemRows = rowList<ItemQuery, ItemRecord, ItemFilter, ItemRecord, RowCount>({
  listing: ({ items }) => items,
  filter: ({ state }) => filterOf<ItemFilter>({ state }),
  place: ({ id, created_at }) => ({ id, at: created_at }),
  rows: async (_, page) => page,
  totals: async ({ items }, query) => ({ count: await items.count(query) }),
});

/** Lists shipping methods. */
export const listShippingMethodRows = rowList<
  RowQuery,
  ShippingMethodRecord,
  Unfiltered,
  ShippingMethodRecord,
  RowCount
>({
  listing: ({ shippingMethods }) => shippingMethods,
  filter: () => ({}),
  place: ({ id, created_at }) => ({ id, at: created_at }),
  rows: async (_, page) => page,
  totals: async ({ shippingMethods }, query) => ({ count: await shippingMethods.count(query) }),
});

export interface CouponQuery extends RowQuery {
  readonly state?: CouponState | undefined;
}

/** Lists coupons as they stand at the moment of the caller. */
export const listCouponRows = rowList<CouponQuery, CouponRecord, CouponFilter, ShownCoupon, RowCount>({
  listing: ({ coupons }) => coupons,
  filter: ({ state }, { at }) => filterOf<CouponFilter>({ state, at }),
  place: ({ key, created_at }) => ({ id: key, at: created_at }),
  rows: async (_, page, { at }) => page.map((coupon) => couponView({ coupon, unique: null }, at)),
  totals: async ({ coupons }, query) => ({ count: await coupons.count(query) }),
});

export interface RedemptionQuery extends RowQuery {
  readonly coupon: Pick<CouponRecord, 'key'>;
}

export interface RedeemedRow {
  readonly uuid: string;
  readonly customer: RowCustomer | undefined;
  readonly state: 'active' | 'inactive';
  readonly subscription_id: string | null;
  readonly total_discounted_in_cents: number;
  readonly currency: string;
  readonly created_at: Seconds;
}

/** Lists the redemptions of a coupon, those by its unique codes too, without the codes. */
export const listRedemptionRows = rowList<RedemptionQuery, RedemptionRecord, RedemptionFilter, RedeemedRow, RowCount>({
  listing: ({ redemptions }) => redemptions,
  filter: ({ coupon }) => ({ coupon_key: coupon.key }),
  place: ({ uuid, created_at }) => ({ id: uuid, at: created_at }),
  async rows(records, page, { at }) {
    const customers = await customersOf(records, page);
    return page.map((one) => ({
      uuid: one.uuid,
      customer: customers.get(one.account_id),
      state: redemptionState(one, at),
      subscription_id: one.subscription_id,
      total_discounted_in_cents: one.total_discounted_in_cents,
      currency: one.currency,
      created_at: one.created_at,
    }));
  },
  totals: async ({ redemptions }, query) => ({ count: await redemptions.count(query) }),
});

export interface GiftCardQuery extends RowQuery {
  readonly gifter_account_code?: string | undefined;
  readonly recipient_account_code?: string | undefined;
}

export type GiftCardState = 'open' | 'unpaid' | 'redeemed' | 'canceled';

/** A gift card as a table shows it, without its redemption code. */
export interface GiftCardListRow {
  /** The number that clients see. */
  readonly id: number;
  readonly state: GiftCardState;
  readonly product_code: string;
  readonly unit_amount_in_cents: number;
  readonly currency: string;
  readonly gifter_account_code: string;
  readonly recipient_account_code: string | null;
  readonly created_at: Seconds;
  readonly delivered_at: Seconds | null;
  readonly redeemed_at: Seconds | null;
}

/** Returns what became of a gift card. `unpaid`: its purchase is not settled, and it cannot be redeemed yet. */
export const giftCardState = ({
  redeemed_at,
  canceled_at,
  paid,
}: Pick<GiftCardRecord, 'redeemed_at' | 'canceled_at' | 'paid'>): GiftCardState => {
  if (canceled_at !== null) return 'canceled';
  if (redeemed_at !== null) return 'redeemed';
  return paid ? 'open' : 'unpaid';
};

/** Lists gift cards. */
export const listGiftCardRows = rowList<GiftCardQuery, GiftCardRecord, GiftCardFilter, GiftCardListRow, RowCount>({
  listing: ({ giftCards }) => giftCards,
  filter: ({ gifter_account_code, recipient_account_code }) =>
    filterOf<GiftCardFilter>({ gifter_account_code, recipient_account_code }),
  place: ({ key, created_at }) => ({ id: key, at: created_at }),
  rows: async (_, page) =>
    page.map((card) => ({
      id: card.id,
      state: giftCardState(card),
      product_code: card.product_code,
      unit_amount_in_cents: card.unit_amount_in_cents,
      currency: card.currency,
      gifter_account_code: card.gifter_account_code,
      recipient_account_code: card.recipient_account_code,
      created_at: card.created_at,
      delivered_at: card.delivered_at,
      redeemed_at: card.redeemed_at,
    })),
  totals: async ({ giftCards }, query) => ({ count: await giftCards.count(query) }),
});
