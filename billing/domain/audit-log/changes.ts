import type { AuditChanges } from './entry.ts';

/** Returns the given members that differ between two records, with their value before and after. */
export const changesBetween = <R extends object>(
  before: R,
  after: R,
  names: readonly (keyof R & string)[],
): AuditChanges =>
  Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
