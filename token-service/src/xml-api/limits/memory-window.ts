import { type RequestWindow, WINDOW } from './request-window.ts';

/** A ring of one-second buckets. */
interface Ring {
  readonly buckets: Uint32Array;
  /** The second the ring stands at. */
  at: number;
  used: number;
  /** The last second in which a request was counted. */
  last: number;
}

/** Windows of the sites of one process. A site takes 1.2 kB. */
export const memoryWindow = (): RequestWindow => {
  const rings = new Map<string, Ring>();

  const ringOf = (siteId: string, now: number): Ring => {
    const ring = rings.get(siteId) ?? { buckets: new Uint32Array(WINDOW), at: now, used: 0, last: now };
    rings.set(siteId, ring);
    return turn(ring, now);
  };

  return {
    async take(siteId, { now, limit, counts }) {
      const ring = ringOf(siteId, now);
      const allowed = !counts || ring.used < limit;
      if (counts && allowed) {
        ring.buckets[ring.at % WINDOW]! += 1;
        ring.used += 1;
        ring.last = ring.at;
      }
      return {
        allowed,
        used: ring.used,
        reset: ring.used > 0 ? ring.last + WINDOW : ring.at,
        wait: ring.used > 0 ? oldest(ring) + WINDOW - ring.at : 0,
      };
    },
  };
};

/** Turns the ring to `now`; what falls out of the window is forgotten. */
const turn = (ring: Ring, now: number): Ring => {
  const steps = Math.min(now - ring.at, WINDOW);
  for (let step = 1; step <= steps; step += 1) {
    const slot = (ring.at + step) % WINDOW;
    ring.used -= ring.buckets[slot]!;
    ring.buckets[slot] = 0;
  }
  ring.at = Math.max(ring.at, now);
  return ring;
};

const oldest = ({ buckets, at }: Ring): number => {
  let second = at - WINDOW + 1;
  while (buckets[second % WINDOW] === 0) second += 1;
  return second;
};
