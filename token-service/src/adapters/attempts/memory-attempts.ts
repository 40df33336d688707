import type { Millis, MonotonicClock } from '@service/billing/values/time.ts';
import { type AttemptStore, type Counted, type FullLimit, RESERVATION_LEASE_MS, WINDOW_MS } from './attempt-store.ts';

/** Attempts under one name, by the moment at which each stops counting. */
interface Tally {
  /** Oldest first. */
  readonly declined: number[];
  readonly underWay: Map<string, number>;
}

/**
 * Attempts counted by this process alone. Of more names than `names`, those not written for the longest time are
 * forgotten. A map keeps its entries in order; `lru-cache` takes 300 µs to delete its last entry, which here happens
 * after almost every approval.
 */
export const memoryAttempts = (clock: MonotonicClock, names = 100_000): AttemptStore => {
  const tallies = new Map<string, Tally>();

  const tallyOf = (name: string, now: Millis): Tally => {
    const tally = tallies.get(name) ?? { declined: [], underWay: new Map() };
    const { declined, underWay } = tally;
    const over = declined.findIndex((until) => until > now);
    declined.splice(0, over < 0 ? declined.length : over);
    for (const [id, until] of underWay) if (until <= now) underWay.delete(id);
    return tally;
  };

  const keep = (name: string, tally: Tally): void => {
    tallies.delete(name);
    if (tally.declined.length > 0 || tally.underWay.size > 0) tallies.set(name, tally);
    const [oldest] = tallies.size > names ? tallies.keys() : [];
    if (oldest !== undefined) tallies.delete(oldest);
  };

  const reached = (counted: readonly Counted[]): FullLimit | undefined => {
    const now = clock.elapsed();
    const full = counted.flatMap(({ name, limit }) => {
      const { declined } = tallyOf(name, now);
      const until = declined[declined.length - limit];
      return until === undefined ? [] : [{ name, wait: until - now }];
    });
    return full[0] && { name: full[0].name, waitMs: Math.max(...full.map(({ wait }) => wait)) };
  };
  const busy = (counted: readonly Counted[]): string | undefined => {
    const now = clock.elapsed();
    const isFull = ({ declined, underWay }: Tally, limit: number) => declined.length + underWay.size >= limit;
    return counted.find(({ name, limit }) => isFull(tallyOf(name, now), limit))?.name;
  };

  return {
    reached: async (counted) => reached(counted),

    async reserve(id, counted) {
      const full = reached(counted);
      if (full) return { is: 'reached', ...full };
      const name = busy(counted);
      if (name !== undefined) return { is: 'busy', name };
      const now = clock.elapsed();
      for (const { name } of counted) {
        const tally = tallyOf(name, now);
        tally.underWay.set(id, now + RESERVATION_LEASE_MS);
        keep(name, tally);
      }
      return { is: 'reserved' };
    },

    async settle(id, counted, declined) {
      const now = clock.elapsed();
      const filled: string[] = [];
      for (const { name, limit, windowMs = WINDOW_MS } of counted) {
        const tally = tallyOf(name, now);
        tally.underWay.delete(id);
        if (declined) {
          tally.declined.push(now + windowMs);
          if (tally.declined.length === limit) filled.push(name);
        }
        keep(name, tally);
      }
      return filled;
    },
  };
};
