import type { Issue } from '../values/failure.ts';
import type { Resource } from './schema.ts';

/**
 * Returns the fields that an update would change although they are written only once. A repeated value is no change.
 */
export const immutableIssues = (table: Resource, held: object, sent: object): Issue[] => {
  const before = held as Readonly<Record<string, unknown>>;
  return Object.entries(sent)
    .filter(([name, value]) => table.fields[name]?.identity && value !== undefined && !isEqual(value, before[name]))
    .map(([name]) => ({ field: `${table.name}.${name}`, symbol: 'immutable' }));
};

/** Whether two values of fields are equal, lists and maps included. */
const isEqual = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return (one ?? null) === (other ?? null);
  const [entries, others] = [Object.entries(one), other as Readonly<Record<string, unknown>>];
  return (
    entries.length === Object.keys(others).length && entries.every(([name, value]) => isEqual(value, others[name]))
  );
};
