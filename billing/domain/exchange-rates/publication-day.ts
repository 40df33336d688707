/** Days after Easter Sunday, and days of the year, on which no rates are published. */
const AROUND_EASTER = [-2, 1];
const CLOSED = ['01-01', '05-01', '12-25', '12-26'];

const SATURDAY = 6;

/** Returns Easter Sunday of a year of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
const easterOf = (year: number): Temporal.PlainDate => {
  const golden = year % 19;
  const [century, ofCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(days / 31), day: (days % 31) + 1 });
};

const isPublished = (date: Temporal.PlainDate): boolean => {
  if (date.dayOfWeek >= SATURDAY || CLOSED.includes(date.toString().slice(5))) return false;
  const easter = easterOf(date.year);
  return !AROUND_EASTER.some((days) => easter.add({ days }).equals(date));
};

/**
 * Returns the day of the rates for a day such as `2026-05-31`: that day, or the nearest one after it, or before it, on
 * which the European Central Bank publishes rates. It does so on every day but Saturdays, Sundays, 1 January, Good
 * Friday, Easter Monday, 1 May, 25 and 26 December.
 */
export const publicationDay = (day: string, otherwise: 'next' | 'previous'): string => {
  const step = otherwise === 'next' ? 1 : -1;
  let date = Temporal.PlainDate.from(day);
  while (!isPublished(date)) date = date.add({ days: step });
  return date.toString();
};
