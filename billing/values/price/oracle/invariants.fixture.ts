/** Invariants of every price, whichever implementation computed it, with a message for each violation. */
import type { Cart, Line, PricedCart, PricedLine } from '../cart.ts';
import type { AmountsByCurrency, PricingSelection, Quote } from '../selection.ts';
import { decimal, type Fraction, fraction, isLess, plus, round, sum, times, whole } from './fraction.ts';

const add = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the promises that a price breaks. */
const broken = (promises: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));

const isWhole = (number: number): boolean => Number.isSafeInteger(number) && number >= 0 && !Object.is(number, -0);

/** The tax on what is left of a line after discounts, or within it. */
const exactTax = ({ rates, inclusive }: Line, left: number): Fraction => {
  const all = sum(rates.map(({ rate }) => decimal(rate)));
  return times(whole(left), inclusive ? fraction(all.top, all.top + all.bottom) : all);
};

/** Returns what a line leaves after discounts. */
const leftOf = ({ line, discount }: PricedLine): number => line.gross - discount;

/** Less than one cent apart. */
const isBeside = (cents: number, exact: Fraction): boolean =>
  isLess(whole(cents), plus(exact, whole(1))) && isLess(exact, whole(cents + 1));

export const brokenByCart = (cart: Cart, priced: PricedCart): string[] => {
  const { lines } = priced;
  const takenBy = (id: string) =>
    add(lines.flatMap((line) => line.discounts.filter((each) => each.id === id).map(({ amount }) => amount)));
  const addresses = new Set(cart.lines.map(addressOf));
  return broken({
    'every line stands in its place':
      lines.length === cart.lines.length && lines.every(({ line }, index) => line === cart.lines[index]),
    'all amounts are whole cents': lines.every((line) =>
      [line.discount, line.net, line.tax, line.total].every(isWhole),
    ),
    'no discount exceeds its line': lines.every(({ line, discount }) => discount <= line.gross),
    'every discount takes something off': lines.every(({ discounts }) => discounts.every(({ amount }) => amount > 0)),
    'discounts of a line add up': lines.every(
      ({ discount, discounts }) => discount === add(discounts.map(({ amount }) => amount)),
    ),
    'gross less discount is net, or the total where the price contains the tax': lines.every((line) =>
      line.line.inclusive ? leftOf(line) === line.total : leftOf(line) === line.net,
    ),
    'a discount contains tax where the price does': lines.every(
      ({ line, discount, discountTax }) =>
        isWhole(discountTax) && discountTax <= discount && (line.inclusive || discountTax === 0),
    ),
    'taxes of a line add up': lines.every(({ tax, taxes }) => tax === add(taxes.map(({ amount }) => amount))),
    'every rate has its tax, in order': lines.every(
      ({ line, taxes }) =>
        taxes.length === line.rates.length && taxes.every(({ rate }, index) => rate === line.rates[index]),
    ),
    'net and tax are total': lines.every(({ net, tax, total }) => net + tax === total),
    'no amount coupon takes more than it is worth': cart.discounts.every(
      ({ id, off }) => !('amount' in off) || takenBy(id) <= off.amount,
    ),
    'no percent touches a setup fee': lines.every(
      ({ line, discounts }) =>
        line.kind !== 'setup_fee' ||
        discounts.every(({ id }) => cart.discounts.some((each) => each.id === id && 'amount' in each.off)),
    ),
    'what is never discounted is not': lines.every(
      ({ line, discount }) => line.kind !== 'undiscounted' || discount === 0,
    ),
    'the tax of a line is within a cent of the exact one': lines.every((line) =>
      isBeside(line.tax, exactTax(line.line, leftOf(line))),
    ),
    'the tax of each set of rates is rounded once': [...addresses].every((address) => {
      const there = lines.filter(({ line }) => addressOf(line) === address);
      return add(there.map(({ tax }) => tax)) === round(sum(there.map((line) => exactTax(line.line, leftOf(line)))));
    }),
    'sums are sums of the lines':
      priced.discount === add(lines.map(({ discount, discountTax }) => discount - discountTax)) &&
      priced.subtotal === add(lines.map(({ net }) => net)) &&
      priced.tax === add(lines.map(({ tax }) => tax)) &&
      priced.total === add(lines.map(({ total }) => total)),
    'sums agree': priced.gross - priced.discount === priced.subtotal && priced.subtotal + priced.tax === priced.total,
    'the currency stays': priced.currency === cart.currency,
  });
};

const addressOf = ({ rates, inclusive }: Line): string =>
  [...rates.map(({ type, region, rate }) => `${type} ${region} ${rate}`), inclusive ? 'within' : 'on top']
    .sort()
    .join();

export const brokenByQuote = (
  { currency, giftCard, coupon, taxInclusive }: PricingSelection,
  { now, next, addons }: Quote,
): string[] => {
  const both = (holds: (amounts: AmountsByCurrency) => boolean): boolean => holds(now) && holds(next);
  const used = (amounts: AmountsByCurrency): number => amounts.gift_card ?? 0;
  const usable = giftCard?.currency === currency ? giftCard.amount : 0;
  return broken({
    'all amounts are whole cents': both((amounts) => Object.values(amounts).every(isWhole)),
    'the subtotal adds up': both(
      (of) =>
        of.plan + of.addons + of.setup_fee - of.discount + (of.shipping ?? 0) ===
        of.subtotal + (taxInclusive ? of.tax : 0),
    ),
    'the total adds up': both((of) => of.subtotal + of.tax === of.total + used(of)),
    'a gift card is told of when there is one': both((of) => 'gift_card' in of === (giftCard !== undefined)),
    'no gift card gives more than it has': used(now) + used(next) <= usable,
    'nothing is due while a gift card has money left':
      used(now) + used(next) === usable || now.total + next.total === 0,
    'the setup fee comes once': next.setup_fee === 0,
    'a coupon for one use is used once': !coupon?.singleUse || now.discount === 0 || next.discount === 0,
    'add-ons add up': next.addons === add(Object.values(addons)),
  });
};
