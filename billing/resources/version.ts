/** An API version, `2.N`. */
export type Version = `2.${number}`;

/** The oldest and the newest version with a rendering of its own. */
export const OLDEST: Version = '2.2';
export const LATEST: Version = '2.29';

/** There was no such version. A request that names it is served in the one before. */
export const SKIPPED: Version = '2.23';
export const BEFORE_SKIPPED: Version = '2.22';

export const minor = (version: Version): number => Number(version.slice(2));

export const atLeast = (version: Version, since: Version): boolean => minor(version) >= minor(since);

/** The versions that a client may name, the oldest first. */
export const OFFERED_VERSIONS: readonly Version[] = Array.from(
  { length: minor(LATEST) - minor(OLDEST) + 1 },
  (_, i): Version => `2.${minor(OLDEST) + i}`,
).filter((version) => version !== SKIPPED);
