/** A random source that repeats its values for the same seed. */
export interface Random {
  /** Returns an integer from 0, less than `end`. */
  below(end: number): number;
  /** Returns true with the given probability in percent. */
  percent(chance: number): boolean;
  /** Returns one of the items; undefined for an empty list. */
  pick<T>(choices: readonly T[]): T | undefined;
  /** Returns one of the items, weighted. */
  weighed<T>(choices: readonly (readonly [weight: number, choice: T])[]): T;
}

/** mulberry32: small and good enough for test data. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    percent: (chance) => below(100) < chance,
    pick: (choices) => choices[below(Math.max(choices.length, 1))],
    weighed(choices) {
      let left = below(choices.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, choice] of choices) {
        if (left < weight) return choice;
        left -= weight;
      }
      throw new Error('the list of choices is empty');
    },
  };
};
