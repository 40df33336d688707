import type { CouponRecord, RedemptionRecord } from '@service/billing/domain/coupons/record.ts';
import { redemptionState } from '@service/billing/domain/coupons/redemption.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import { findCouponByKey, listRedemptions } from '@service/billing/queries/coupons.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { stateBadge } from '../../parts/state-words.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { discountInWords, durationInWords } from '../catalogue/coupon-words.ts';

/** Redemptions of the customer that are read, the newest first. */
const MOST_COUPONS = 20;

/** Returns the coupons that count for a subscription, with their discount, their state and what they took off. */
export const subscriptionCoupons = (deps: QueryDeps) => {
  const redemptions = listRedemptions(deps);
  const couponOf = findCouponByKey(deps);
  return async (visit: ConsoleVisit, { uuid, account_id }: ShownSubscription): Promise<Markup> => {
    const { records } = await redemptions.page(visit.caller, {
      ...{ sort: 'created_at', order: 'desc', limit: MOST_COUPONS },
      filter: { account_id },
    });
    const own = records.filter(({ subscription_id }) => subscription_id === null || subscription_id === uuid);
    const coupons = await Promise.all(own.map(({ coupon_key }) => couponOf(visit.caller, coupon_key)));
    return html`<section class="panel"><h2>Coupons</h2>${
      own.length === 0
        ? html`<p class="quiet">None.</p>`
        : html`<ul class="plain-list">${own.map((redemption, place) => couponItem(visit, redemption, coupons[place]))}</ul>`
    }</section>`;
  };
};

/** `SPRING active 20 % for 3 months · $4.00 taken off so far, for all that the customer buys`. */
const couponItem = (visit: ConsoleVisit, redemption: RedemptionRecord, coupon: CouponRecord | undefined): Markup => {
  const { coupon_code, currency, subscription_id, total_discounted_in_cents: taken } = redemption;
  const discount = coupon ? `${discountInWords(coupon)} ${durationInWords(coupon)}`.trim() : '';
  const scope = subscription_id === null ? ', for all that the customer buys' : '';
  return html`<li><a href="${visit.prefix}/catalogue/coupons/${encodeURIComponent(coupon_code)}">${coupon_code}</a> ${stateBadge('redemption', redemptionState(redemption, visit.caller.at))} ${discount} <span class="quiet">${moneyOf(taken, currency)} taken off so far${scope}</span></li>`;
};
