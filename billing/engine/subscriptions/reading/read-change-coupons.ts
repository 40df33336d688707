import { itemsOf } from '../../../domain/coupons/coupon.ts';
import type { OrderCoupons } from '../../../domain/coupons/discounts.ts';
import { modifies } from '../../../domain/subscriptions/agreement.ts';
import { periodPrice } from '../../../domain/subscriptions/products.ts';
import type { ShownSubscription } from '../../../domain/subscriptions/record.ts';
import { type RequestedChange, timeframeOf } from '../../../domain/subscriptions/request-change.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Issue } from '../../../values/failure.ts';
import { readCoupons } from '../../orders/reading/read-coupons.ts';

const PATH = 'subscription.coupon_code';

/**
 * Returns the coupons of a change: those in force on the account, and one that the request redeems, which only an
 * immediate change of plan, price, quantity or add-ons may.
 */
export const readChangeCoupons = async (
  world: Pick<World, 'ids'>,
  { site, at }: Caller,
  records: Records,
  subscription: ShownSubscription,
  requested: RequestedChange,
  sent: string | null | undefined,
): Promise<OrderCoupons & { readonly issues: readonly Issue[] }> => {
  const { account_id, account_code, currency, uuid } = subscription;
  const { to } = requested;
  const code = sent?.trim();
  const allowed = modifies(subscription, to) && timeframeOf(subscription, at, requested, site) === 'now';
  const { issues, ...coupons } = await readCoupons(world, records, {
    site,
    at,
    currency,
    account_id,
    existing: await records.accounts.find(account_code),
    requested: code && allowed ? [{ code, path: PATH }] : [],
    subscriptions: [{ uuid, plan_code: to.plan_code, price: periodPrice(to) }],
    besides: { items: new Set(), others: false, addOnItems: itemsOf(to.add_ons) },
  });
  const misplaced = Boolean(code) && (!allowed || coupons.redeemed.some(({ coupon }) => isTrial(coupon)));
  return { ...coupons, issues: misplaced ? [{ field: PATH, symbol: 'invalid' }] : issues };
};

/** Whether a coupon gives a trial, which a subscription that has started does not get. */
const isTrial = ({ discount_type }: OrderCoupons['redeemed'][number]['coupon']): boolean =>
  discount_type === 'free_trial';
