/** The first and the last day of a period, both included. */
export interface NamedDays {
  readonly from: string;
  readonly to: string;
}

const NAME = /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/;

/** Returns the days of a quarter `2026-Q3`, a month `2026-09` or a year `2026`; undefined for anything else. */
export const daysOfNamedPeriod = (name: string): NamedDays | undefined => {
  const [, year, quarter, month] = NAME.exec(name) ?? [];
  if (year === undefined) return undefined;
  if (month !== undefined) return monthsFrom(Number(year), Number(month), 1);
  return quarter === undefined ? monthsFrom(Number(year), 1, 12) : monthsFrom(Number(year), Number(quarter) * 3 - 2, 3);
};

const monthsFrom = (year: number, month: number, months: number): NamedDays => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return { from: first.toString(), to: first.add({ months }).subtract({ days: 1 }).toString() };
};

/** Returns the quarter of a day: `2026-Q3`. */
export const quarterOfDay = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Returns the name of a period that is a whole quarter, month or year; undefined for any other. */
export const nameOfPeriod = ({ from, to }: NamedDays): string | undefined =>
  [from.slice(0, 7), quarterOfDay(from), from.slice(0, 4)].find((name) => {
    const days = daysOfNamedPeriod(name);
    return days?.from === from && days.to === to;
  });
