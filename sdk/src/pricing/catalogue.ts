import { need } from '../allowed.ts';
import { type Callback, deliver, type Outcome } from '../callback.ts';
import { ServiceError } from '../errors.ts';
import { requireOptions } from '../options.ts';
import { copy } from './copy.ts';
import type {
  Coupon,
  CouponQuestion,
  GiftCard,
  PlanDocument,
  ShippingMethodDocument,
  Tax,
  TaxQuestion,
} from './types.ts';

/**
 * The site's catalogue, as the page can request it. Each method returns a copy of the answer in a promise, which
 * rejects with a ServiceError (not-configured, not-found, a code of the server, api-error, api-timeout). With a
 * callback, it calls back once, asynchronously, with such an error or with null and the copy, and throws
 * missing-callback.
 */
export interface Catalogue {
  plan(code: string): Promise<PlanDocument>;
  plan(code: string, callback: (...outcome: Outcome<PlanDocument>) => void): void;
  plan(code: string, callback: Callback<PlanDocument>): void;
  /** Rejects with missing-coupon, or throws it. */
  coupon(question: CouponQuestion): Promise<Coupon>;
  coupon(question: CouponQuestion, callback: (...outcome: Outcome<Coupon>) => void): void;
  coupon(question: CouponQuestion, callback: Callback<Coupon>): void;
  /** Rejects with invalid-options, or with invalid-option when the code is missing, or throws it. */
  giftCard(question: { readonly code: string }): Promise<GiftCard>;
  giftCard(question: { readonly code: string }, callback: (...outcome: Outcome<GiftCard>) => void): void;
  giftCard(question: { readonly code: string }, callback: Callback<GiftCard>): void;
  /** The older name of `giftCard`. */
  giftcard: Catalogue['giftCard'];
  /** An address without a country has no taxes. */
  tax(question: TaxQuestion): Promise<readonly Tax[]>;
  tax(question: TaxQuestion, callback: (...outcome: Outcome<readonly Tax[]>) => void): void;
  tax(question: TaxQuestion, callback: Callback<readonly Tax[]>): void;
}

/** The catalogue as promises. Each rejects with a ServiceError, for example not-found. */
export interface Lookups {
  plan(code: string): Promise<PlanDocument>;
  coupon(code: string, plans: readonly string[], currency?: string): Promise<Coupon>;
  giftCard(code: string): Promise<GiftCard>;
  shippingMethod(code: string): Promise<ShippingMethodDocument>;
  /** Empty without a country. */
  tax(question: TaxQuestion): Promise<readonly Tax[]>;
  /** Clears the cache. */
  forget(): void;
}

export const catalogue = (lookups: Lookups): Catalogue => {
  const asked =
    <Question, Answer>(ask: (question: Question) => Promise<Answer>) =>
    (question: Question, callback?: unknown) =>
      deliver(callback, () => ask(question).then(copy));
  const giftCard = asked((question: { readonly code: string }) => {
    requireOptions(question);
    const { code } = question;
    return lookups.giftCard(need('code', 'that of a gift card', code, code));
  });
  return {
    plan: asked(lookups.plan),

    coupon: asked(({ coupon, plan, plans = plan ? [plan] : [], currency }: CouponQuestion) => {
      if (!coupon) throw new ServiceError('missing-coupon');
      return lookups.coupon(coupon, plans, currency);
    }),

    giftCard,
    giftcard: giftCard,
    tax: asked(lookups.tax),
  };
};
