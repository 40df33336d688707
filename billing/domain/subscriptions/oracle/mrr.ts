/** An independent model of monthly recurring revenue, written from docs/console.md#recurring-revenue. */
import { type Fraction, fraction, minus, round, times, whole } from '../../../values/price/oracle/fraction.ts';
import type { PriceTerms, Sold } from './history.ts';
import { totalOf } from './sold.ts';

/** Twelve months have 365 days. */
const monthsOf = ({ unit, length }: Sold['interval']): Fraction =>
  unit === 'months' ? whole(length) : fraction(BigInt(length * 12), 365n);

/** Returns the cents of a month: of all lines less the coupon, without the tax that is within them. */
export const mrrOf = (sold: Sold, { discount, tax, inclusive }: PriceTerms): number => {
  const total = totalOf(sold);
  const paid = total - round(times(whole(total), fraction(BigInt(discount), 100n)));
  const taxed = inclusive ? round(times(whole(paid), fraction(BigInt(tax), BigInt(100 + tax)))) : 0;
  const { top, bottom } = monthsOf(sold.interval);
  return round(times(minus(whole(paid), whole(taxed)), { top: bottom, bottom: top }));
};
