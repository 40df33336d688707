import type { Resource } from './schema.ts';

/** Returns a function that derives its result from a table once, because tables never change. */
export const perTable = <T extends object>(derive: (table: Resource) => T): ((table: Resource) => T) => {
  const derived = new WeakMap<Resource, T>();
  return (table) => {
    const known = derived.get(table);
    if (known) return known;
    const fresh = derive(table);
    derived.set(table, fresh);
    return fresh;
  };
};
