import type { Seconds } from '@service/billing/values/time.ts';
import { formatLocale } from '../messages/formats.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * Rounds a duration to so many of its largest units, of days of 24 hours: to two of them, a second less than 30 days is
 * 30 days.
 */
export const roundedDuration = (seconds: Seconds, units: number): Seconds => {
  const largest = UNITS.findIndex(([, length]) => seconds >= length);
  const [, step] = UNITS[largest + units - 1] ?? ['second', 1];
  return Math.round(seconds / step) * step;
};

/** Returns a duration in the words of a language, `14 days 12 hours`, with its largest units. */
export const durationIn = (locale: string, seconds: Seconds, units = 2): string => {
  let rest = roundedDuration(seconds, units);
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    const { format } = new Intl.NumberFormat(formatLocale(locale), { style: 'unit', unit, unitDisplay: 'long' });
    return count === 0 ? [] : [format(count)];
  });
  return parts.join(' ');
};
