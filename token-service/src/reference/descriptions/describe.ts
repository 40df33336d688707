import { FIELDS, FIELDS_OF } from './fields.ts';

/**
 * Returns what a field means, in a sentence: that of the first of these tables that has one of its own, else that of
 * its name. Empty if it is not described; a test finds those.
 */
export const describeField = (tables: readonly string[], field: string): string => {
  const own = tables.map((table) => FIELDS_OF[`${table}.${field}`]).find(Boolean);
  return own ?? FIELDS[field] ?? '';
};
