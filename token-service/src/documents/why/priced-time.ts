import { fraction, shareOf } from '@service/billing/values/money/fraction.ts';
import { readFraction } from '@service/billing/values/money/fraction-text.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Formats } from '../messages/formats.ts';
import { durationIn, roundedDuration } from './duration.ts';

/** A part of a regular interval, with the price of the interval and the amount that a line has for the part. */
export interface TimeToPrice {
  readonly part: Seconds;
  /** Undefined where the stored share is not that of the part. */
  readonly interval: Seconds | undefined;
  readonly proration: string;
  readonly whole_in_cents: number;
  readonly amount: number;
}

export interface PricedTime {
  /** The part, `14 days`. */
  readonly part: string;
  /** The equation of its price, or only its share of the interval where the amount is not the product of the two. */
  readonly price: string;
  readonly isEquation: boolean;
}

/** The numbers of units in which a duration is written: more where fewer do not come to the amount. */
const UNITS = [2, 3, 4];

/**
 * Returns the price of a part of an interval as a customer can check it: what is written left of `=` comes to the
 * amount on its right. An amount that something else reduced too, such as an earlier refund, has no such equation.
 */
export const pricedTime = (
  { part, interval, proration, whole_in_cents: whole, amount }: TimeToPrice,
  locale: string,
  { money }: Formats,
): PricedTime => {
  const shown = (units: number) => durationIn(locale, part, units);
  const equation = (share: string) => `${money(whole)} × ${share} = ${money(amount)}`;
  if (interval === undefined) {
    const isEquation = shareOf(whole, readFraction(proration)) === amount;
    return { part: shown(2), price: isEquation ? equation(proration) : proration, isEquation };
  }
  const comesTo = (units: number) =>
    shareOf(whole, fraction(roundedDuration(part, units), roundedDuration(interval, units))) === amount;
  const units = UNITS.find(comesTo);
  const share = `${shown(units ?? 2)} ÷ ${durationIn(locale, interval, units)}`;
  return { part: shown(units ?? 2), price: units ? equation(share) : share, isEquation: units !== undefined };
};
