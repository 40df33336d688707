import type { Issue } from '../values/failure.ts';

/**
 * A client's input, read against a resource table: the values that could be read, and all issues of the rest. A use
 * case looks the record up first (404 comes before 422), adds the issues that only it can find, and refuses them all at
 * once.
 */
export interface Submitted<T> {
  readonly value: T;
  readonly issues: readonly Issue[];
}
