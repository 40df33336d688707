import { seeded } from '../money/random.ts';
import type { Cut } from './run-lives.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Ways to the same moment. */
export const CUTS = {
  'one jump': () => [],
  days: every(DAY),
  hours: every(HOUR),
  'random steps': (from, to) => {
    const random = seeded(from);
    const stops: number[] = [];
    for (let at = from; ; ) {
      at += 1 + random.below(random.percent(50) ? 20 * DAY : 5 * HOUR);
      if (at >= to) return stops;
      stops.push(at);
    }
  },
} satisfies Record<string, Cut>;

function every(step: number): Cut {
  return (from, to) => {
    const first = Math.floor(from / step) + 1;
    const count = Math.max(0, Math.ceil(to / step) - first);
    return Array.from({ length: count }, (_, place) => (first + place) * step);
  };
}
