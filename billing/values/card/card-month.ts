import type { Seconds } from '../time.ts';
import type { YearMonth } from './expiry.ts';

/**
 * Returns the month that a card's expiry is compared with. A card works to the end of its month in the last time zone,
 * twelve hours behind UTC, because the holder's is unknown.
 */
export const cardMonth = (now: Seconds): YearMonth => {
  const there = new Date((now - 12 * 3600) * 1000);
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1 };
};
