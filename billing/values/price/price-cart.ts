import { cents } from '../money/cents.ts';
import type { Cart, PricedCart, PricedLine } from './cart.ts';
import { takeDiscounts } from './discounts.ts';
import { byLine } from './line-order.ts';
import { taxLines } from './taxes.ts';

/**
 * Prices a cart: the only calculator. Priced lines are in the order of the cart; the sums do not depend on it. Throws a
 * `RangeError` when an amount is no whole number of cents or a sum is beyond `MAX_CENTS`.
 */
export const priceCart = ({ currency, lines, discounts, order }: Cart): PricedCart => {
  const places = lines.map((_, place) => place).sort((a, b) => byLine(lines[a]!, lines[b]!));
  const ordered = places.map((place) => lines[place]!);
  const gross = total(ordered.map((line) => cents(line.gross)));

  const taken = takeDiscounts(ordered, discounts, order);
  const nets = ordered.map((line, at) => taken.reduce((net, { parts }) => net - parts[at]!, line.gross));
  const taxes = taxLines(ordered, nets);

  const priced: PricedLine[] = [];
  places.forEach((place, at) => {
    const line = ordered[at]!;
    const net = nets[at]!;
    const tax = total(taxes[at]!);
    priced[place] = {
      line,
      discounts: discounts
        .map(({ id, off }, which) => ({ id, off, of: taken[which]!.of[at]!, amount: taken[which]!.parts[at]! }))
        .filter(({ amount }) => amount > 0),
      discount: line.gross - net,
      net,
      taxes: line.rates.map((rate, which) => ({ rate, amount: taxes[at]![which]! })),
      tax,
      total: net + tax,
    };
  });

  const subtotal = total(nets);
  const tax = total(priced.map((line) => line.tax));
  return { currency, lines: priced, gross, discount: gross - subtotal, subtotal, tax, total: cents(subtotal + tax) };
};

const total = (amounts: readonly number[]): number => cents(amounts.reduce((sum, amount) => sum + amount, 0));
