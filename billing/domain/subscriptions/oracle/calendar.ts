import type { OracleInterval } from './history.ts';

const DAY = 86_400;

/**
 * Moments counted from an anchor in whole months or days. Months lead to the anchor's day of the month, or to the last
 * day of a shorter month, always at the anchor's time of day.
 */
export const monthsAfter = (anchor: number, months: number): number => {
  const date = new Date(anchor * 1000);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(day, last)) / 1000;
  return midnight + (((anchor % DAY) + DAY) % DAY);
};

export const after = (anchor: number, { unit, length }: OracleInterval, times = 1): number =>
  unit === 'days' ? anchor + DAY * length * times : monthsAfter(anchor, length * times);

/** A row of boundaries: how far one of them is from its anchor. */
export interface Boundary {
  readonly anchor: number;
  readonly months: number;
  readonly days: number;
}

export const boundaryAt = (anchor: number): Boundary => ({ anchor, months: 0, days: 0 });

/** Returns the boundary so many intervals later. */
export const further = (from: Boundary, { unit, length }: OracleInterval, times = 1): Boundary =>
  unit === 'days' ? { ...from, days: from.days + length * times } : { ...from, months: from.months + length * times };

export const moment = ({ anchor, months, days }: Boundary): number => monthsAfter(anchor, months) + days * DAY;
