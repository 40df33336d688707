import type { SystemClock } from '@service/billing/time.ts';
import { LRUCache } from 'lru-cache';
import { type Stretch, stretchAt, type Verdict, verdict, type Windows } from './windows.ts';

const LET_IN: Verdict = { allowed: true, retryAfter: 0 };

/** Windows of this process. Of more names than `names`, those longest unseen are forgotten, which lets them in again. */
export const memoryWindows = (clock: SystemClock, names = 100_000): Windows => {
  const seen = new LRUCache<string, Stretch>({ max: names });

  return {
    async hit(name, limit, seconds) {
      const now = clock.now() / 1000;
      const stretch = stretchAt(now, seconds, seen.get(name));
      const answer = verdict(stretch, limit, seconds, now);
      if (!answer.allowed) return answer;
      seen.set(name, { ...stretch, hits: stretch.hits + 1 });
      return LET_IN;
    },
  };
};

/** No limits at all (`RATE_LIMIT=off`). */
export const noWindows: Windows = { hit: async () => LET_IN };
