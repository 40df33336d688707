import type { SystemClock } from '@service/billing/time.ts';
import { LRUCache } from 'lru-cache';
import { LET_IN, type Stretch, stretchAt, verdict, type Windows } from './windows.ts';

/** Windows of this process. Of more names than `names`, those longest unseen are forgotten, which lets them in again. */
export const memoryWindows = (clock: SystemClock, names = 100_000): Windows => {
  const seen = new LRUCache<string, Stretch>({ max: names });

  return {
    async hit(name, limit, seconds) {
      const now = clock.now() / 1000;
      const last = seen.get(name);
      const stretch = stretchAt(now, seconds, last);
      const answer = verdict(stretch, limit, seconds, now);
      if (!answer.allowed) return answer;
      stretch.hits += 1;
      if (stretch !== last) seen.set(name, stretch);
      return answer;
    },
  };
};

/** No limits at all (`RATE_LIMIT=off`). */
export const noWindows: Windows = { hit: async () => LET_IN };
