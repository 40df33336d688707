import type { Seconds } from '@service/billing/values/time.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns a duration in the words of a language, `14 days 12 hours`: its two largest units, of days of 24 hours. */
export const durationIn = (locale: string, seconds: Seconds): string => {
  let rest = seconds;
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    const { format } = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
    return count === 0 ? [] : [format(count)];
  });
  return parts.slice(0, 2).join(' ');
};
