import type { SystemClock } from '@service/billing/time.ts';

/** A clock that stands until it is told to move. */
export interface TestClock extends SystemClock {
  advance(step: {
    readonly minutes?: number;
    readonly seconds?: number;
    readonly hours?: number;
    readonly days?: number;
  }): void;
  travelTo(date: string): void;
}

export const testClock = (start: string): TestClock => {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
    travelTo(date) {
      now = Date.parse(date);
    },
  };
};
