import { type Fraction, fraction, times } from '../../values/money/fraction.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import { isoTime, type Seconds } from '../../values/time.ts';

/** `2027-06-16 12:00:00 UTC`. */
export const momentText = (at: Seconds): string => isoTime(at).replace('T', ' ').replace('Z', ' UTC');

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `14 days 12 hours`; days have 24 hours. */
export const durationText = (seconds: Seconds): string => {
  let rest = seconds;
  const parts = UNITS.flatMap(([name, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [countText(count, name)];
  });
  return parts.join(' ') || '0 seconds';
};

/** `1 month`, `3 months`. */
export const countText = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;

/** `8.75 %` of the decimal fraction `0.0875`. */
export const percentText = (rate: Fraction): string => `${plainDecimal(times(rate, fraction(100)))} %`;

/** `1 to 3, 5`: numbers in rising order. */
export const numbersText = (numbers: readonly number[]): string => {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}${last - first === 1 ? ',' : ' to'} ${last}`))
    .join(', ');
};
