import type { ClockMove } from '@service/billing/usecases/sites/travel-clock.ts';
import { isDate, readTime } from '@service/billing/values/time.ts';
import { type OptionValues, UsageError } from './command.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** `--to 2027-01-01`, `--to 2027-01-01T08:00:00+01:00`, `--by 30d`. Throws `UsageError`. */
export const readClockMove = ({ to, by }: OptionValues): ClockMove => {
  if (typeof to === 'string' && by === undefined) {
    const at = readTime(to);
    if (at !== undefined && isDate(at)) return { to: at };
    throw new UsageError(
      `--to takes a date or time from 1970 to 9999, such as 2027-01-01 or 2027-01-01T08:00:00Z, not “${to}”.`,
    );
  }
  if (typeof by === 'string' && to === undefined) {
    const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(by) ?? [];
    if (count && unit) return { by: Number(count) * (SECONDS[unit] ?? 0) };
    throw new UsageError(`--by takes a number and s, m, h, d or w, such as 30d, not “${by}”.`);
  }
  throw new UsageError('Say where to: either --to 2027-01-01 or --by 30d.');
};
