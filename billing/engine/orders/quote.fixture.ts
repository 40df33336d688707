/** The price on the page equals what the engine bills: a purchase now, and the renewal after it. */
import { expect, test } from 'vitest';
import type { AdjustmentRecord } from '../../domain/adjustments/record.ts';
import type { Redeemed } from '../../domain/coupons/discounts.ts';
import type { CouponRecord, RedemptionRow } from '../../domain/coupons/record.ts';
import { NO_LABELS } from '../../domain/general-ledger/labels.ts';
import type { GiftCardRecord } from '../../domain/gift-cards/record.ts';
import { crossBoundary, nextBoundary } from '../../domain/subscriptions/boundary.ts';
import type { SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import { type BilledFee, feePeriod, shippingFeeOf } from '../../domain/subscriptions/shipping-fee.ts';
import { addOn, sell, usageAddOn } from '../../domain/subscriptions/testing/subscription.ts';
import type { Transition } from '../../domain/subscriptions/transition.ts';
import {
  type Chosen,
  type ChosenPlan,
  selectionOf,
  someSelections,
} from '../../values/price/oracle/selections.fixture.ts';
import { quote } from '../../values/price/quote.ts';
import type { CouponTerms } from '../../values/price/selection.ts';
import { draftOrder, type OrderDraft } from './drafting/draft-order.ts';
import { draftedItem, draftedOrder } from './drafting/testing/drafted-order.ts';

let made = 0;
const ids = { uuid: () => `id-${made++}`, secret: () => '' };

interface Bought extends Chosen {
  readonly plan: ChosenPlan;
}

/**
 * Whether a choice can be bought. Everything is sold in dollars, so that every gift card except foreign ones can pay.
 */
const isBought = (chosen: Chosen): chosen is Bought =>
  chosen.plan !== undefined && chosen.quantity > 0 && chosen.taxAmounts === undefined;
const inDollars = (chosen: Bought): Bought => ({
  ...chosen,
  currency: 'USD',
  ...(chosen.giftCard && {
    giftCard: { ...chosen.giftCard, currency: chosen.giftCard.currency === chosen.currency ? 'USD' : 'CHF' },
  }),
});

const redeemed = ({ off, freeTrial, singleUse }: CouponTerms): Redeemed => ({
  row: {
    uuid: 'redemption',
    subscription_id: null,
    total_discounted_in_cents: 0,
    single_use: singleUse,
    ended_at: null,
  } as RedemptionRow,
  coupon: {
    discount_type: freeTrial ? 'free_trial' : 'percent' in off ? 'percent' : 'dollars',
    discount_percent: 'percent' in off ? off.percent : null,
    discount_in_cents: 'amount' in off ? { USD: off.amount } : null,
    applies_to_all_plans: true,
    plan_codes: [] as readonly string[],
  } as CouponRecord,
});

const subscribe = ({ plan, quantity, addons, coupon, shipping, taxInclusive = false }: Bought) =>
  sell('2024-04-01', {
    plan: {
      plan_code: plan.code,
      setup_fee_in_cents: { USD: plan.setupFee },
      tax_exempt: plan.taxExempt,
      trial_interval_length: plan.trial || coupon?.freeTrial ? 7 : 0,
    },
    requested: {
      tax_inclusive: taxInclusive,
      ...(shipping && { shipping_method_code: 'parcel', shipping_amount_in_cents: shipping.amount }),
    },
    unit: plan.unit,
    ramp_intervals:
      plan.secondUnit === undefined
        ? []
        : [plan.unit, plan.secondUnit].map((unit, at) => ({
            starting_billing_cycle: at + 1,
            unit_amount_in_cents: unit,
          })),
    quantity,
    add_ons: plan.addons
      .filter(({ code }) => Object.hasOwn(addons, code))
      .map(({ code, usage, price }) =>
        usage
          ? usageAddOn(code)
          : addOn(code, {
              quantity: addons[code] ?? null,
              ...(price.model === 'flat'
                ? { unit_amount_in_cents: price.unit }
                : { tier_type: price.model, tiers: price.tiers }),
            }),
      ),
  });

/** The fee that a transition bills, at the rates of its method. */
const feesOf = ({ shipping }: Bought, { subscription, charges }: Transition<SubscriptionRecord>): BilledFee[] => {
  const period = feePeriod(charges);
  const amount_in_cents = shippingFeeOf(subscription);
  if (!period || !shipping || amount_in_cents === 0) return [];
  const method = { code: 'parcel', name: 'Parcel', accounting_code: null, tax_code: null };
  return [{ method, labels: NO_LABELS, amount_in_cents, period, rates: shipping.taxes, shipping: null, subscription }];
};

/** Drafts a purchase, and the renewal with the rest of the coupon and of the gift card. */
const draftBoth = (bought: Bought): { readonly now: OrderDraft; readonly next: OrderDraft } => {
  const { coupon, giftCard, taxes } = bought;
  const added = subscribe(bought);
  const coupons = { active: [], replaced: [], redeemed: coupon ? [redeemed(coupon)] : [] };
  const card = {
    key: 'card',
    id: 1,
    currency: 'USD',
    product_code: 'gift',
    unit_amount_in_cents: giftCard?.amount ?? 0,
  } as GiftCardRecord;
  const pays = giftCard !== undefined && giftCard.currency === 'USD' && giftCard.amount > 0;
  const now = draftOrder(
    { ids },
    draftedOrder([draftedItem('add', added, taxes, feesOf(bought, added))], {
      coupons,
      giftCard: pays ? card : undefined,
    }),
  );

  const renewed = crossBoundary(added.subscription, nextBoundary(added.subscription) ?? 0, { unpayable: false });
  if (!renewed) throw new Error('The subscription does not renew');
  const next = draftOrder(
    { ids },
    draftedOrder([draftedItem('renew', renewed, taxes, feesOf(bought, renewed))], {
      origin: 'renewal',
      coupons: {
        active: now.redemptions
          .filter(({ ended_at }) => ended_at === null)
          .flatMap((row) => (coupon ? [{ ...redeemed(coupon), row }] : [])),
        replaced: [],
        redeemed: [],
      },
      credit: now.credits.map(({ invoice }) => invoice).filter(({ balance_in_cents }) => balance_in_cents < 0),
    }),
  );
  return { now, next };
};

const billed = ({ charge, creditPayments, due }: OrderDraft, { shipping, giftCard }: Bought) => {
  const sum = (amount: (line: AdjustmentRecord) => number, origin = /./) =>
    (charge?.lines ?? []).filter((line) => origin.test(line.origin)).reduce((total, line) => total + amount(line), 0);
  const gross = (line: AdjustmentRecord) => line.unit_amount_in_cents * line.quantity;
  return {
    plan: sum(gross, /^plan/),
    addons: sum(gross, /^add_on/),
    setup_fee: sum(gross, /^setup_fee$/),
    discount: sum((line) => line.discount_in_cents),
    ...(shipping && { shipping: sum(gross, /^shipping_fee$/) }),
    subtotal: charge?.invoice.subtotal_in_cents ?? 0,
    tax: sum((line) => line.tax_in_cents),
    total: due,
    ...(giftCard && { gift_card: creditPayments.reduce((total, { amount_in_cents }) => total + amount_in_cents, 0) }),
  };
};

/** Declares the test, with this many selections. */
export const costsWhatIsBilled = (count: number): void => {
  test(`${count} random selections cost what a purchase and its renewal bill`, () => {
    const bought = someSelections(Math.ceil(count * 1.5))
      .filter(isBought)
      .map(inDollars)
      .slice(0, count);
    expect(bought).toHaveLength(count);
    for (const each of bought) {
      const { now, next } = draftBoth(each);
      const { now: shownNow, next: shownNext } = quote(selectionOf(each));
      expect({ now: shownNow, next: shownNext }, JSON.stringify(each)).toEqual({
        now: billed(now, each),
        next: billed(next, each),
      });
    }
  });
};
