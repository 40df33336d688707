import type { Clock } from '@service/billing/values/time.ts';

interface Step {
  readonly minutes?: number;
  readonly seconds?: number;
  readonly hours?: number;
  readonly days?: number;
}

/** A clock that stands still until the test moves it. */
export interface TestClock extends Clock {
  /** Advances time. */
  advance(step: Step): void;
  /** Advances time to a date; a date in the past sets the clock back, as `jump` does. */
  travelTo(date: string): void;
  /** Sets the system clock forward or back without time passing. */
  jump(step: Step): void;
}

const milliseconds = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Step): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;

export const testClock = (start: string): TestClock => {
  let now = Date.parse(start);
  let elapsed = 1000;
  const pass = (time: number): void => {
    now += time;
    elapsed += Math.max(0, time);
  };
  return {
    now: () => now,
    elapsed: () => elapsed,
    advance: (step) => pass(milliseconds(step)),
    travelTo: (date) => pass(Date.parse(date) - now),
    jump(step) {
      now += milliseconds(step);
    },
  };
};
