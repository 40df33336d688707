import { invalid } from '../allowed.ts';
import { type Callback, deliver } from '../callback.ts';
import { ServiceError } from '../errors.ts';
import { requireOptions } from '../options.ts';
import { copy } from './copy.ts';
import type { Coupon, CouponQuestion, GiftCard, PlanDocument, Tax, TaxQuestion } from './types.ts';

/**
 * The site's catalogue, as the page can request it. Each method calls back once, asynchronously, with a ServiceError
 * (not-configured, not-found, a code of the server, api-error, api-timeout) or with null and a copy of the answer.
 * Throws missing-callback.
 */
export interface Catalogue {
  plan(code: string, callback: Callback<PlanDocument>): void;
  /** Throws missing-coupon. */
  coupon(question: CouponQuestion, callback: Callback<Coupon>): void;
  /** Throws invalid-options, or invalid-option when the code is missing. */
  giftCard(question: { readonly code: string }, callback: Callback<GiftCard>): void;
  /** The older name of `giftCard`. */
  giftcard: Catalogue['giftCard'];
  /** An address without a country has no taxes. */
  tax(question: TaxQuestion, callback: Callback<readonly Tax[]>): void;
}

/** The catalogue as promises. Each rejects with a ServiceError, for example not-found. */
export interface Lookups {
  plan(code: string): Promise<PlanDocument>;
  coupon(code: string, plans: readonly string[], currency?: string): Promise<Coupon>;
  giftCard(code: string): Promise<GiftCard>;
  /** Empty without a country. */
  tax(question: TaxQuestion): Promise<readonly Tax[]>;
  /** Clears the cache. */
  forget(): void;
}

export const catalogue = (lookups: Lookups): Catalogue => {
  const answer = <Answer>(callback: Callback<Answer>, ask: () => Promise<Answer>) =>
    deliver(callback, () => ask().then(copy));
  const giftCard: Catalogue['giftCard'] = (question, callback) => {
    requireOptions(question);
    if (!question.code) throw invalid('code', 'that of a gift card', question.code);
    answer(callback, () => lookups.giftCard(question.code));
  };
  return {
    plan: (code, callback) => answer(callback, () => lookups.plan(code)),

    coupon({ coupon, plan, plans = plan ? [plan] : [], currency }, callback) {
      if (!coupon) throw new ServiceError('missing-coupon');
      answer(callback, () => lookups.coupon(coupon, plans, currency));
    },

    giftCard,
    giftcard: giftCard,
    tax: (question, callback) => answer(callback, () => lookups.tax(question)),
  };
};
