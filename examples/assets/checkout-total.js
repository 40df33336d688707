/** What an order comes to, always the newest: from Pricing while it knows all of it, from the shop once there is more in the cart. */
import { ask } from './shop.js';

const NOTHING = '0.00';

/** A price of the library, in the form of a quote of the shop. */
const fromPricing = ({ currency, now, next, taxes }) => ({
  currency: currency.code,
  now: { gift_card: NOTHING, ...now, credit: NOTHING },
  next: { gift_card: NOTHING, ...next },
  taxes,
  lines: [],
});

/**
 * The shop knows what is due; what comes next is the subscription's alone, so the library knows it: but for what is left of the gift card,
 * and for coupons of earlier orders. Where there are any, `next` is what they and the tax are still to be reckoned on.
 */
const fromShop = ({ gift_card_left, subscription_discount, ...quote }, { now, next }) => {
  if (subscription_discount !== now.discount) {
    const total = plus(next.plan, next.addons);
    return { ...quote, next: { plan: next.plan, addons: next.addons, total }, isRough: true };
  }
  const whole = plus(next.total, next.gift_card ?? NOTHING);
  const gift_card = Number(gift_card_left) < Number(whole) ? gift_card_left : whole;
  return { ...quote, next: { ...next, gift_card, total: plus(whole, `-${gift_card}`) } };
};

/** Sums of money are whole numbers of thousandths at most, far inside what a number can hold. */
const plus = (a, b) => ((Math.round(Number(a) * 1000) + Math.round(Number(b) * 1000)) / 1000).toFixed(digitsOf(a));
const digitsOf = (amount) => amount.length - amount.indexOf('.') - 1;

/**
 * Follows the inputs with `data-prices` in `container`, to which `pricing` is attached. `known` is an output of its total. `cartOf(items)` says
 * what is wanted, `isMore(cart)` that the shop has to be asked. Tells `onWait()` that a price is under way, then `onTotal(quote, cart)`, or
 * `onProblem(error, cart)`.
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
      const quote = isMore(cart) ? fromShop(await ask('POST', '/api/quote', cart), price) : fromPricing(price);
      // An answer that comes late is not the price of what is chosen by now.
      if (mine === turn) onTotal(quote, cart);
    } catch (error) {
      if (mine === turn) onProblem(error, cart);
    }
  };

  const hear = ({ target }) => {
    if (!target.matches('[data-prices]')) return;
    if (target.dataset.service) {
      // The library is at work as well, and says by this output when it is done.
      turn += 1;
      known.value = '';
      onWait();
    } else if (known.value !== '') settle();
  };
  // Before the library hears of it.
  container.addEventListener('change', hear, { capture: true });
  new MutationObserver(() => known.value !== '' && settle()).observe(known, { attributeFilter: ['value'] });

  return { settle };
};
