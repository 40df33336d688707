import type { CouponRecord, RedemptionRecord } from '@service/billing/domain/coupons/record.ts';
import { redemptionState } from '@service/billing/domain/coupons/redemption.ts';
import { findCouponByKey, listRedemptions } from '@service/billing/queries/catalogue/coupons.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { customerPath } from '../../parts/paths.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import { discountInWords, durationInWords } from '../catalogue/coupon-words.ts';

/** Redemptions of the customer that are read, the newest first. */
const MOST_COUPONS = 20;

/** The customer whose coupons are shown, and the subscription, if only those that count for one are. */
export interface CouponHolder {
  readonly account_id: string;
  readonly account_code: string;
  readonly uuid?: string;
  /** Whether another coupon may be redeemed. */
  readonly isOpen: boolean;
}

/** Returns the path of the form that redeems a coupon. */
export const redeemPath = (account_code: string, subscription?: string): string =>
  `${customerPath(account_code, 'coupon')}${subscription === undefined ? '' : `?subscription=${subscription}`}`;

/** Returns the path of the form that removes the coupon of a redemption. */
export const removeCouponPath = (account_code: string, redemption: string): string =>
  `${customerPath(account_code, 'coupons')}/${redemption}/remove`;

/** Returns the coupons of a customer or a subscription, with their discount, their state and what they took off. */
export const couponsOfHolder = (deps: QueryDeps) => {
  const redemptions = listRedemptions(deps);
  const couponOf = findCouponByKey(deps);
  return async (visit: ConsoleVisit, { uuid, account_id, account_code, isOpen }: CouponHolder): Promise<Markup> => {
    const { records } = await redemptions.page(visit.caller, {
      ...{ sort: 'created_at', order: 'desc', limit: MOST_COUPONS },
      filter: { account_id },
    });
    const own = records.filter(
      ({ subscription_id }) => uuid === undefined || subscription_id === null || subscription_id === uuid,
    );
    const coupons = await Promise.all(own.map(({ coupon_key }) => couponOf(visit.caller, coupon_key)));
    return html`<section class="panel"><h2>Coupons</h2>${
      own.length === 0
        ? html`<p class="quiet">None.</p>`
        : html`<ul class="plain-list">${own.map((redemption, place) => couponItem(visit, redemption, coupons[place]))}</ul>`
    }${isOpen && may(visit, 'coupons.redeem') ? html`<p>${actionLink(visit, redeemPath(account_code, uuid), 'Redeem a coupon')}</p>` : ''}</section>`;
  };
};

/** `SPRING active 20 % for 3 months · $4.00 taken off so far, for all that the customer buys`. */
const couponItem = (visit: ConsoleVisit, redemption: RedemptionRecord, coupon: CouponRecord | undefined): Markup => {
  const { uuid, account_code, coupon_code, currency, subscription_id, total_discounted_in_cents: taken } = redemption;
  const discount = coupon ? `${discountInWords(coupon)} ${durationInWords(coupon)}`.trim() : '';
  const scope = subscription_id === null ? ', for all that the customer buys' : '';
  const state = redemptionState(redemption, visit.caller.at);
  const remove =
    state === 'active' && may(visit, 'coupons.redeem')
      ? html` <a href="${visit.prefix}${removeCouponPath(account_code, uuid)}">Remove</a>`
      : '';
  return html`<li><a href="${visit.prefix}/catalogue/coupons/${encodeURIComponent(coupon_code)}">${coupon_code}</a> ${stateBadge('redemption', state)} ${discount} <span class="quiet">${moneyOf(taken, currency)} taken off so far${scope}</span>${remove}</li>`;
};
