/**
 * The total of an order, always the latest: from Pricing while it knows everything, from the shop once the cart has
 * more.
 */
import { ask, Refused } from './shop.js';

const UNPRICED = 'We could not work out the price. Check your connection, then press Pay again.';
const NOTHING = '0.00';

/** Returns a price of the library in the form of the shop's quote. */
const fromPricing = ({ currency, now, next, taxes }) => ({
  currency: currency.code,
  now: { gift_card: NOTHING, ...now, credit: NOTHING },
  next: { gift_card: NOTHING, ...next },
  taxes,
  lines: [],
});

/**
 * Combines the shop's quote, which knows the amount due today, with the library's price of the next renewal. The rest
 * of the gift card, coupons of earlier orders and an address that only the shop knows are missing in the latter: with
 * these, `next` still has to be computed from them and the tax.
 */
const fromShop = ({ gift_card_left, subscription_discount, is_subscription_taxed, ...quote }, { now, next, taxes }) => {
  const isTaxKnown = taxes.length > 0 || !is_subscription_taxed;
  if (subscription_discount !== now.discount || !isTaxKnown) {
    const total = plus(next.plan, next.addons);
    return { ...quote, next: { plan: next.plan, addons: next.addons, total }, isRough: true };
  }
  const whole = plus(next.total, next.gift_card ?? NOTHING);
  const gift_card = Number(gift_card_left) < Number(whole) ? gift_card_left : whole;
  return { ...quote, next: { ...next, gift_card, total: plus(whole, `-${gift_card}`) } };
};

/** Amounts are whole numbers of thousandths at most, far below the limit of a number. */
const plus = (a, b) => ((Math.round(Number(a) * 1000) + Math.round(Number(b) * 1000)) / 1000).toFixed(digitsOf(a));
const digitsOf = (amount) => amount.length - amount.indexOf('.') - 1;

/**
 * Follows the inputs with `data-prices` in `container`, to which `pricing` is attached. `known` is an output of its
 * total. `cartOf(items)` returns the cart; `isMore(cart)` returns whether the shop has to be asked. Calls `onWait()`
 * when a price is being computed, then `onTotal(quote, cart)` or `onProblem(error, cart)`.
 */
export const runningTotal = ({ pricing, container, known, cartOf, isMore, onWait, onTotal, onProblem }) => {
  let turn = 0;

  const settle = async () => {
    turn += 1;
    const mine = turn;
    onWait();
    const cart = cartOf(pricing.items);
    const price = pricing.price;
    try {
      // The library could not load the plan, and its price is that of nothing.
      if (!pricing.isValid) throw new Refused(UNPRICED);
      const quote = isMore(cart) ? fromShop(await ask('POST', '/api/quote', cart), price) : fromPricing(price);
      // A late answer is not the price of the current cart.
      if (mine === turn) onTotal(quote, cart);
    } catch (error) {
      if (mine === turn) onProblem(error, cart);
    }
  };

  const hear = ({ target }) => {
    if (!target.matches('[data-prices]')) return;
    if (target.dataset.service) {
      // The library computes as well, and changes this output when it is done.
      turn += 1;
      known.value = '';
      onWait();
    } else if (known.value !== '') settle();
  };
  // Before the library gets the event.
  container.addEventListener('change', hear, { capture: true });
  new MutationObserver(() => known.value !== '' && settle()).observe(known, { attributeFilter: ['value'] });
  // Without a plan the output stays empty.
  pricing.on('error', () => pricing.isValid || settle());

  return { settle };
};
