import type { Issue } from '../values/failure.ts';

/**
 * What a client sent, read against a resource table: the values that could be read, and everything wrong with the rest.
 * A use case looks the record up first (404 comes before 422), adds what only it can know, and refuses all findings at
 * once.
 */
export interface Submitted<T> {
  readonly value: T;
  readonly issues: readonly Issue[];
}
