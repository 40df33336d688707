import { type Fraction, fraction } from '../money/fraction.ts';
import type { Seconds } from '../time.ts';
import { type Interval, later, monthsBetween } from './interval.ts';

/** Half-open: `startedAt` is in it, `endsAt` is in the next one. */
export interface Period {
  readonly startedAt: Seconds;
  readonly endsAt: Seconds;
}

/**
 * Returns the period of a moment, if periods follow one another from `anchor` on, and the number of periods before it.
 * Undefined before the anchor. Every boundary is counted from the anchor, so month ends do not drift.
 */
export const periodAt = (
  anchor: Seconds,
  interval: Interval,
  at: Seconds,
): (Period & { readonly index: number }) | undefined => {
  if (at < anchor) return undefined;
  const boundary = (index: number) => later(anchor, interval, index);
  const passed =
    interval.unit === 'days' ? (at - anchor) / (boundary(1) - anchor) : monthsBetween(anchor, at) / interval.length;
  const reached = Math.floor(passed);
  const index = boundary(reached) > at ? reached - 1 : reached;
  return { index, startedAt: boundary(index), endsAt: boundary(index + 1) };
};

/**
 * Returns the share of a regular interval that is left of a period at a moment, exact to the second. The interval is
 * counted from the period's start, whatever the period's own end: above 1 after a postponement; in a first period cut
 * short it is still a share of the full price.
 */
export const shareLeft = (
  { startedAt, endsAt }: Period,
  at: Seconds,
  interval: Interval,
  anchorDay?: number,
): Fraction => fraction(Math.max(0, endsAt - at), later(startedAt, interval, 1, anchorDay) - startedAt);
