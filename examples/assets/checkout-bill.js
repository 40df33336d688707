/** The order as a table: due today, and at the next renewal. */
import { moneyIn } from './money.js';
import { nameOfTaxes } from './pricing-words.js';

const isSomething = (amount) => Number(amount ?? 0) !== 0;

/** The row of a tax that depends on an address which is not entered yet. */
const ENTER_ADDRESS = 'Tax: enter your address';

const counted = (name, quantity) => (quantity > 1 ? `${quantity} × ${name}` : name);

/**
 * `[name, today, next, isLess]`; no `next` for what is not repeated. A line that is zero in both columns has no row.
 */
const rowsOf = ({ now, next, taxes, lines }, { plan, coupon, address }) => {
  const isTaxUnknown = taxes.length === 0 && !(address.country && address.postal_code);
  const tax = isTaxUnknown ? [ENTER_ADDRESS] : [nameOfTaxes(taxes), now.tax, next.tax];
  return [
    [counted('Magazine', plan.quantity), now.plan, next.plan],
    ['Extras', now.addons, next.addons],
    ['Setup, once', now.setup_fee],
    ...lines.map(({ name, quantity, amount }) => [counted(name, quantity), amount]),
    [coupon ? `Discount, ${coupon.toUpperCase()}` : 'Discount', now.discount, next.discount, true],
    tax,
    ['Gift card', now.gift_card, isSomething(next.gift_card) ? next.gift_card : undefined, true],
    ['Your credit', now.credit, undefined, true],
  ].filter(([name, today, later]) => name === ENTER_ADDRESS || isSomething(today) || isSomething(later));
};

/** Shows the quote of a cart in the table `bill`. */
export const showBill = (bill, quote, cart) => {
  const money = moneyIn(quote.currency);
  const cell = (amount, isLess = false) => {
    const place = document.createElement('td');
    if (amount === undefined) {
      place.textContent = '–';
      return place;
    }
    const data = document.createElement('data');
    data.value = amount;
    data.textContent = isLess && isSomething(amount) ? `−${money(amount)}` : money(amount);
    place.append(data);
    return place;
  };
  const row = ([name, today, later, isLess]) => {
    const line = document.createElement('tr');
    const title = document.createElement('th');
    title.scope = 'row';
    title.textContent = name;
    line.classList.toggle('less', Boolean(isLess));
    if (today === undefined && later === undefined) title.colSpan = 3;
    else line.append(cell(today, isLess), cell(later, isLess));
    line.prepend(title);
    return line;
  };
  bill.tBodies[0].replaceChildren(...rowsOf(quote, cart).map(row));
  bill.tFoot.replaceChildren(row(['Total', quote.now.total, quote.next.total]));
};

/** Returns when a plan is paid for next, in words. The trial of a coupon replaces that of the plan. */
export const whenNext = ({ period, trial }, coupon) => {
  const { interval, length } = coupon?.trial ?? trial ?? {};
  if (!interval) return `Every ${period.length === 12 ? 'year' : 'month'}`;
  return `After ${length} ${length === 1 ? interval.replace(/s$/, '') : interval}`;
};

/** The next payment in a few words; `then` is its date. */
export const nextOf = ({ currency, next, isRough }, then) =>
  `then ${isRough ? 'about ' : ''}${moneyIn(currency)(next.total)} ${then.toLowerCase()}`;

/** Describes a quote for screen readers; `then` is the next payment date. */
export const aloud = (quote, then) =>
  `Total ${moneyIn(quote.currency)(quote.now.total)} today, ${nextOf(quote, then)}.`;

export const termsOf = ({ isRough, next }, coupon) => {
  if (isRough) return 'What comes next is before tax, and before the coupons that you have from earlier orders.';
  const isOnce = coupon?.single_use && isSomething(next.discount);
  return `${isOnce ? 'The discount is for that payment only; later ones are without it. ' : ''}Stop whenever you like.`;
};
