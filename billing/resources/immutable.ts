import type { Issue } from '../failure.ts';
import type { Resource } from './schema.ts';

/** Fields that are said once, when the record is created, may come back unchanged and in no other way. */
export const immutableIssues = (table: Resource, held: object, sent: object): Issue[] => {
  const before = held as Readonly<Record<string, unknown>>;
  return Object.entries(sent)
    .filter(([name, value]) => table.fields[name]?.identity && value !== undefined && value !== before[name])
    .map(([name]) => ({ field: `${table.name}.${name}`, symbol: 'immutable' }));
};
