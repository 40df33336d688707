/** The steps by which the page may move the clock: a day, a month, a year, or a date. */
export type ClockStep = 'day' | 'month' | 'year' | { readonly date: string };

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Reads what the page sent; undefined for anything else. */
export const readStep = (sent: unknown): ClockStep | undefined => {
  const { by, date } = (sent ?? {}) as { by?: unknown; date?: unknown };
  if (by === 'day' || by === 'month' || by === 'year') return by;
  return typeof date === 'string' && DATE.test(date) && !Number.isNaN(Date.parse(date)) ? { date } : undefined;
};

/**
 * Returns the moment a step leads to, ISO 8601. A month and a year lead to the same day, or to the last one of a
 * shorter month; a date to its last minute, so that everything of that day has happened and the clock still shows the
 * day.
 */
export const afterStep = (now: string, step: ClockStep): string => {
  if (typeof step === 'object') return `${step.date}T23:59:00Z`;
  const to = new Date(now);
  if (step === 'day') to.setUTCDate(to.getUTCDate() + 1);
  else {
    const day = to.getUTCDate();
    to.setUTCDate(1);
    to.setUTCMonth(to.getUTCMonth() + (step === 'year' ? 12 : 1) + 1, 0);
    to.setUTCDate(Math.min(day, to.getUTCDate()));
  }
  return to.toISOString().replace('.000Z', 'Z');
};
