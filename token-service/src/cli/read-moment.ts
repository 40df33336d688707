import { type Millis, readTime } from '@service/billing/values/time.ts';
import { type OptionValues, UsageError } from './command.ts';

/** Returns the moment of an option in milliseconds. Throws `Usage`. */
export const readMoment = (name: string, typed: OptionValues[string]): Millis => {
  const at = typeof typed === 'string' ? readTime(typed) : undefined;
  if (at === undefined)
    throw new UsageError(`--${name} takes a date or time, such as 2027-01-01 or 2027-01-01T08:00:00Z.`);
  return at * 1000;
};
