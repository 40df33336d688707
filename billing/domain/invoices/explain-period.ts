import { compare, fraction, times } from '../../values/money/fraction.ts';
import { readFraction } from '../../values/money/fraction-text.ts';
import type { Seconds } from '../../values/time.ts';
import type { LineComputation } from '../adjustments/computation.ts';
import { countText, durationText, momentText } from './explain-words.ts';

type Counted = Pick<LineComputation, 'proration' | 'interval_unit' | 'interval_length' | 'anchor_at'>;

/**
 * Returns how the share of a regular interval was counted that a charge bills or a credit covers, from one moment to
 * another: `Period: … Factor: 1252800/2592000 = 29/60.`
 */
export const explainPeriod = (from: Seconds, to: Seconds, computation: Counted): string => {
  const period = `Period: ${momentText(from)} to ${momentText(to)}, ${durationText(to - from)}`;
  const interval = `regular interval of ${intervalText(computation)}, counted from the anchor ${momentText(computation.anchor_at)}`;
  if (isWhole(computation)) return `${period}: one ${interval}. Factor: 1.`;
  const seconds = secondsOfInterval(from, to, computation);
  if (seconds === undefined) return `${period}, of a ${interval}. Factor: ${computation.proration}.`;
  const counted = `${to - from}/${seconds}`;
  const factor = counted === computation.proration ? counted : `${counted} = ${computation.proration}`;
  return `${period} (${to - from} seconds), of a ${interval}: ${durationText(seconds)} (${seconds} seconds). Factor: ${factor}.`;
};

/** Whether a whole interval is billed. */
export const isWhole = ({ proration }: Pick<LineComputation, 'proration'>): boolean =>
  compare(readFraction(proration), fraction(1)) === 0;

/**
 * Returns the seconds of the regular interval of which a part, from one moment to another, was counted: they follow
 * from the part and its stored share. Undefined where the share is not that of the part, as of a corrected line.
 */
export const secondsOfInterval = (
  from: Seconds,
  to: Seconds,
  { proration }: Pick<LineComputation, 'proration'>,
): Seconds | undefined => {
  const share = readFraction(proration);
  if (share.numerator === 0n) return undefined;
  const whole = times(fraction(to - from), { numerator: share.denominator, denominator: share.numerator });
  return whole.denominator === 1n ? Number(whole.numerator) : undefined;
};

const intervalText = ({ interval_unit, interval_length }: Counted): string =>
  countText(interval_length, interval_unit.slice(0, -1));
