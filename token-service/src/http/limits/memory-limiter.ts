import type { MonotonicClock, Seconds } from '@service/billing/values/time.ts';
import { LRUCache } from 'lru-cache';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Only seconds that counted a hit have a bucket, so memory grows with the hits in the window and not with its length.
 */
interface Window {
  /** Second and hits in turns, oldest first. */
  readonly buckets: number[];
  used: number;
}

/**
 * Rate windows of this process. Of more than `names` names, the least recently used are forgotten and start with an
 * empty window: that bounds memory when requests come from ever new addresses.
 */
export const memoryLimiter = (clock: MonotonicClock, names = 100_000): RateLimiter => {
  // Unlike `max`, `maxSize` reserves no memory for names that may never come.
  const windows = new LRUCache<string, Window>({ maxSize: names, sizeCalculation: () => 1 });

  const windowOf = (name: string): Window => {
    const known = windows.get(name);
    if (known) return known;
    const window: Window = { buckets: [], used: 0 };
    windows.set(name, window);
    return window;
  };

  return {
    async hit(name, { most, seconds }, counts = true) {
      const now = Math.floor(clock.elapsed() / 1000);
      const window = windowOf(name);
      const { buckets } = window;
      dropUntil(window, now - seconds);

      const allowed = !counts || window.used < most;
      if (counts && allowed) {
        if (buckets.at(-2) !== now) buckets.push(now, 0);
        buckets[buckets.length - 1]! += 1;
        window.used += 1;
      }
      const [oldest = now - seconds] = buckets;
      const newest = buckets.at(-2) ?? now - seconds;
      return { allowed, used: window.used, wait: oldest + seconds - now, reset: newest + seconds - now };
    },
  };
};

/** Drops the buckets of `last` and of the seconds before it. */
const dropUntil = (window: Window, last: Seconds): void => {
  const { buckets } = window;
  let dropped = 0;
  for (; dropped < buckets.length && buckets[dropped]! <= last; dropped += 2) window.used -= buckets[dropped + 1]!;
  if (dropped > 0) buckets.splice(0, dropped);
};
