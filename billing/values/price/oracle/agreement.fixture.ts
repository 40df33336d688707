/** The calculator and the oracle agree to the cent on random carts and selections. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cart, type Discount, type Line, type PricedCart, type PricedLine, USUAL_ORDER } from '../cart.ts';
import { firstPeriod, RENEWAL } from '../period.ts';
import { priceCart } from '../price-cart.ts';
import { quote } from '../quote.ts';
import type { AmountsByCurrency } from '../selection.ts';
import { subscriptionLines } from '../subscription-lines.ts';
import { oracleOfCart } from './cart-oracle.ts';
import { CART_FEATURES, carts } from './carts.fixture.ts';
import { brokenByCart, brokenByQuote } from './invariants.fixture.ts';
import { oracleOfQuote } from './quote-oracle.ts';
import { frozen, missedShares, SEED } from './random.fixture.ts';
import {
  type Chosen,
  type ChosenPlan,
  SELECTION_FEATURES,
  selectionOf,
  selections,
  taxesOn,
} from './selections.fixture.ts';

/** Checks `numRuns` random values and returns them. Fails with the smallest counterexample and the seed. */
const forEach = <Value>(arbitrary: fc.Arbitrary<Value>, numRuns: number, judge: (value: Value) => void): Value[] => {
  const values: Value[] = [];
  const judged = fc.property(arbitrary, (value) => {
    values.push(value);
    judge(frozen(value));
  });
  fc.assert(judged, { seed: SEED, numRuns });
  return values;
};

const judgeCart = (cart: Cart): void => {
  const priced = priceCart(cart);
  expect(priced).toStrictEqual(oracleOfCart(cart));
  expect(brokenByCart(cart, priced)).toEqual([]);
};

const judgeSelection = (chosen: Chosen): void => {
  const selection = selectionOf(chosen);
  const price = quote(selection);
  expect(price).toStrictEqual(oracleOfQuote(chosen));
  expect(brokenByQuote(selection, price)).toEqual([]);
};

/** Returns the invoice of a choice, now or at the next renewal, with the given discount of its coupon. */
const invoiceOf = (
  chosen: Chosen & { readonly plan: ChosenPlan },
  cycle: 'now' | 'next',
  off: Discount['off'] | undefined,
): Cart => {
  const { currency, plan, quantity, addons, coupon, shipping, taxInclusive: inclusive = false } = chosen;
  const taken = plan.addons
    .filter(({ usage }) => !usage)
    .map(({ code, price }) => ({ code, price, quantity: addons[code] ?? 0 }));
  const first = cycle === 'now' || plan.trial || coupon?.freeTrial;
  const unit = first ? plan.unit : (plan.secondUnit ?? plan.unit);
  const terms = {
    plan: { ...plan, unit, quantity },
    setupFee: plan.setupFee,
    addons: taken,
    rates: taxesOn(chosen),
    inclusive,
  };
  const period = cycle === 'now' ? firstPeriod(plan.trial || coupon?.freeTrial) : RENEWAL;
  const scope = { plans: 'all', items: [], charges: false } as const;
  const lines = quantity ? subscriptionLines(terms, period) : [];
  const fee: Line[] =
    shipping && quantity && !period.trial
      ? [
          {
            kind: 'undiscounted',
            code: 'parcel',
            position: lines.length,
            gross: shipping.amount,
            rates: shipping.taxes,
            inclusive,
          },
        ]
      : [];
  return {
    currency,
    lines: [...lines, ...fee],
    discounts: off ? [{ id: 'coupon', off, scope }] : [],
    order: USUAL_ORDER,
  };
};

const taxAndSubtotal = ({ tax, subtotal }: PricedCart) => [tax, subtotal];

/** Declares the tests. `count` is the number of carts and of selections; the slower tests take a fixed share of it. */
export const agreesWithTheOracle = (count: number): void => {
  test(`${count} carts`, () => {
    expect(missedShares(forEach(carts(12), count, judgeCart), CART_FEATURES)).toEqual([]);
  });

  test(`${count / 100} carts of up to 100 lines`, () => {
    const judged = forEach(carts(100), count / 100, judgeCart);
    expect(missedShares(judged, { 'over fifty lines': [0.2, ({ lines }) => lines.length > 50] })).toEqual([]);
  });

  test(`${count} selections`, () => {
    expect(missedShares(forEach(selections, count, judgeSelection), SELECTION_FEATURES)).toEqual([]);
  });

  test(`${count / 5} carts cost the same in whatever order their lines and rates stand`, () => {
    const lineBackwards = (line: Line): Line => ({ ...line, rates: line.rates.toReversed() });
    const backwards = (lines: readonly PricedLine[]) =>
      lines.toReversed().map((each) => ({ ...each, line: lineBackwards(each.line), taxes: each.taxes.toReversed() }));
    forEach(carts(12), count / 5, (cart) => {
      const priced = priceCart({ ...cart, lines: cart.lines.toReversed().map(lineBackwards) });
      expect({ ...priced, lines: backwards(priced.lines) }).toStrictEqual(priceCart(cart));
    });
  });

  test(`${count} pages ask for what the invoice will, gift card included`, () => {
    forEach(selections, count, (selection) => {
      const { plan, coupon, taxAmounts } = selection;
      if (!plan || taxAmounts) return;
      const { now, next } = quote(selectionOf(selection));
      const off = coupon?.freeTrial ? undefined : coupon?.off;
      const isUsedUp = coupon?.singleUse && now.discount > 0;
      const due = ({ total, gift_card = 0 }: AmountsByCurrency) => total + gift_card;
      expect([due(now), due(next)]).toEqual([
        priceCart(invoiceOf({ ...selection, plan }, 'now', off)).total,
        priceCart(invoiceOf({ ...selection, plan }, 'next', isUsedUp ? undefined : off)).total,
      ]);
      expect([now.tax, now.subtotal]).toEqual(taxAndSubtotal(priceCart(invoiceOf({ ...selection, plan }, 'now', off))));
    });
  });
};
