import { setTimeout as wait } from 'node:timers/promises';

export interface Crowd {
  /** The number of clients. */
  readonly size: number;
  /** Milliseconds between the requests of a client; by default it repeats as soon as it is answered. */
  readonly every?: number;
  readonly over: () => boolean;
}

/** Lets each client repeat its request until `over` returns true. Returns how often each outcome occurred. */
export const crowd = async <T>(
  { size, every = 0, over }: Crowd,
  once: (request: number, client: number) => Promise<T>,
): Promise<Map<T, number>> => {
  const seen = new Map<T, number>();
  let requests = 0;
  const work = async (client: number): Promise<void> => {
    while (!over()) {
      const began = performance.now();
      const outcome = await once(requests++, client);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      await wait(Math.max(0, every - (performance.now() - began)));
    }
  };
  await Promise.all(Array.from({ length: size }, (_, client) => work(client)));
  return seen;
};

/** Formats the outcomes for people: `12 x 200, 3 x 429`. */
export const counted = (seen: ReadonlyMap<unknown, number>): string =>
  [...seen].map(([outcome, count]) => `${count} x ${outcome}`).join(', ');

export const merged = <T>(all: readonly ReadonlyMap<T, number>[]): Map<T, number> => {
  const sum = new Map<T, number>();
  for (const each of all) for (const [outcome, count] of each) sum.set(outcome, (sum.get(outcome) ?? 0) + count);
  return sum;
};
