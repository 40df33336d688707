import { DAY, type Seconds } from '../../values/time.ts';

/** Time between the mail about the end of a trial and that end; shorter trials have no such mail. */
export const TRIAL_NOTICE: Seconds = 3 * DAY;
/** Time between the mail about a renewal of a year or more and the renewal. */
export const RENEWAL_NOTICE: Seconds = 30 * DAY;
/** Time between the mail about another price of a ramp and the renewal at it. */
export const PRICE_NOTICE: Seconds = 7 * DAY;
/** Months from which on a billing period is long enough to be announced. */
export const ANNOUNCED_MONTHS = 12;
/** Time between the mail about an expiring card and the end of the month printed on it. */
const CARD_NOTICE: Seconds = 30 * DAY;

/** Returns the end of the last month in which a card is valid. */
export const endOfCard = (year: number, month: number): Seconds => Date.UTC(year, month, 1) / 1000;

/** Returns the time of the mail to the holder of a card that expires. */
export const cardNoticeAt = (year: number, month: number): Seconds => endOfCard(year, month) - CARD_NOTICE;

/** The last month that a card can name, as `year * 12 + month`. */
const LAST_MONTH = 9999 * 12 + 12;

/** Returns the latest month whose cards are to be announced by a moment, as `year * 12 + month`. */
export const monthAnnouncedBy = (at: Seconds): number => {
  const date = new Date((at + CARD_NOTICE) * 1000);
  // The end of a month is the beginning of the next one: by 1 December 2026 (month 11 of Date), November is over.
  return Math.min(date.getUTCFullYear() * 12 + date.getUTCMonth(), LAST_MONTH);
};
