import type { Seconds } from '@service/billing/values/time.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * Returns a duration in the words of a language, `14 days 12 hours`: rounded to its two largest units, of days of 24
 * hours. A second less than 30 days are 30 days.
 */
export const durationIn = (locale: string, seconds: Seconds): string => {
  const largest = UNITS.findIndex(([, length]) => seconds >= length);
  const [, step] = UNITS[largest + 1] ?? ['second', 1];
  let rest = Math.round(seconds / step) * step;
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    const { format } = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
    return count === 0 ? [] : [format(count)];
  });
  return parts.join(' ');
};
