/** A calendar month, 1 to 12, in the caller's time zone. `Temporal.PlainDate` and similar types fit. */
export interface YearMonth {
  readonly year: number;
  readonly month: number;
}

const FURTHEST_YEARS = 50;

const whole = (written: string | number, pattern: RegExp): number | undefined => {
  const text = String(written).trim();
  return pattern.test(text) ? Number(text) : undefined;
};

/** Returns the month 1 to 12 of `7`, `'07'` or `' 7 '`; undefined for anything else. */
export const parseMonth = (written: string | number): number | undefined => whole(written, /^(0?[1-9]|1[0-2])$/);

/** Returns the year of four digits, or of two of this century; undefined for anything else. */
export const parseYear = (written: string | number): number | undefined => {
  const year = whole(written, /^(\d{2}|\d{4})$/);
  return year !== undefined && year < 100 ? 2000 + year : year;
};

/** Whether a card may expire in this year: not past, at most fifty years ahead. */
export const isExpiryYear = (written: string | number, now: YearMonth): boolean => {
  const year = parseYear(written);
  return year !== undefined && year >= now.year && year <= now.year + FURTHEST_YEARS;
};

/** Whether a card with this expiry still works: it does to the end of its month. */
export const isExpiry = (month: string | number, year: string | number, now: YearMonth): boolean => {
  const last = parseMonth(month) ?? Number.NaN;
  const end = parseYear(year) ?? Number.NaN;
  return end * 12 + last >= now.year * 12 + now.month && end <= now.year + FURTHEST_YEARS;
};
