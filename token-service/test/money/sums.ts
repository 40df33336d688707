import type { Row } from '../../src/adapters/storage/database.ts';

export const cents = (row: Row, column: string): number => Number(row[column]);
export const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, one) => total + of(one), 0);

/** Adds up amounts by a name. */
export const tally = <T>(
  items: readonly T[],
  name: (item: T) => string,
  of: (item: T) => number,
): Map<string, number> => {
  const totals = new Map<string, number>();
  for (const item of items) totals.set(name(item), (totals.get(name(item)) ?? 0) + of(item));
  return totals;
};

export const differences = (what: string, one: Map<string, number>, other: Map<string, number>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [a, b] = [one.get(name) ?? 0, other.get(name) ?? 0];
    return a === b ? [] : [`${what} of ${name} is ${a} and ${b}`];
  });

export const customer = ({ account_id, currency }: Row): string => `${account_id} in ${currency}`;
