import { beyondFloor, type Fraction, floor, isLess } from './fraction.ts';

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * `cents` in whole parts, as close to the exact shares as can be: everyone's floor first, then one cent at a time to
 * the largest fraction that has had none yet. Equal fractions are served in the order of `turns`, which names
 * every share by its index. Throws when cents remain and no fraction is left.
 */
export const handOut = (cents: number, shares: readonly Fraction[], turns: readonly number[]): number[] => {
  const parts = shares.map(floor);
  const open = shares.map(beyondFloor);
  while (total(parts) < cents) {
    let winner: number | undefined;
    for (const turn of turns) {
      if (open[turn]!.top === 0n) continue;
      if (winner === undefined || isLess(open[winner]!, open[turn]!)) winner = turn;
    }
    if (winner === undefined) throw new Error(`No fraction is left to take one of ${cents} cents.`);
    parts[winner]! += 1;
    open[winner] = { top: 0n, bottom: 1n };
  }
  return parts;
};
