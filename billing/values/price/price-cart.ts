import { cents } from '../money/cents.ts';
import type { Cart, Line, PricedCart, PricedLine } from './cart.ts';
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
  total(ordered.map((line) => cents(line.gross)));

  const taken = takeDiscounts(ordered, discounts, order);
  const left = ordered.map((line, at) => taken.reduce((rest, { parts }) => rest - parts[at]!, line.gross));
  const taxes = taxLines(ordered, left);
  const discountTaxes = taxOfDiscounts(ordered, left);

  const priced: PricedLine[] = [];
  places.forEach((place, at) => {
    const line = ordered[at]!;
    const tax = total(taxes[at]!);
    const net = left[at]! - (line.inclusive ? tax : 0);
    priced[place] = {
      line,
      discounts: discounts
        .map(({ id, off }, which) => ({ id, off, of: taken[which]!.of[at]!, amount: taken[which]!.parts[at]! }))
        .filter(({ amount }) => amount > 0),
      discount: line.gross - left[at]!,
      discountTax: discountTaxes[at]!,
      net,
      taxes: line.rates.map((rate, which) => ({ rate, amount: taxes[at]![which]! })),
      tax,
      total: net + tax,
    };
  });

  const subtotal = total(priced.map(({ net }) => net));
  const discount = total(priced.map((line) => line.discount - line.discountTax));
  const tax = total(priced.map((line) => line.tax));
  const gross = cents(subtotal + discount);
  return { currency, lines: priced, gross, discount, subtotal, tax, total: cents(subtotal + tax) };
};

/** Returns the tax within the discount of each line, where its price contains the tax. */
const taxOfDiscounts = (lines: readonly Line[], left: readonly number[]): number[] => {
  if (!lines.some(({ inclusive }) => inclusive)) return lines.map(() => 0);
  const discounts = lines.map(({ inclusive, gross }, at) => (inclusive ? gross - left[at]! : 0));
  return taxLines(lines, discounts).map(total);
};

const total = (amounts: readonly number[]): number => cents(amounts.reduce((sum, amount) => sum + amount, 0));
