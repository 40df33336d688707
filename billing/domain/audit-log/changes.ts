import type { AuditChanges } from './entry.ts';

/**
 * Returns the given members that differ between two records, with their value before and after. A record that was added
 * or removed is missing on one side, where its members are null.
 */
export const changesBetween = <R extends object>(
  before: R | undefined,
  after: R | undefined,
  names: readonly (keyof R & string)[],
): AuditChanges =>
  Object.fromEntries(
    names
      .map((name) => [name, { from: before?.[name] ?? null, to: after?.[name] ?? null }] as const)
      .filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to)),
  );

/** Stands for a secret, which the audit log never has. */
const HIDDEN = '(hidden)';

/** Returns the change of a secret under a name, by its sealed form before and after, without its value. */
export const secretChanged = (name: string, before: string | undefined, after: string | undefined): AuditChanges =>
  before === after
    ? {}
    : { [name]: { from: before === undefined ? null : HIDDEN, to: after === undefined ? null : HIDDEN } };
