/** An API version, `2.N`. */
export type Version = `2.${number}`;

/** The oldest and the newest version with a rendering of its own. */
export const OLDEST: Version = '2.2';
export const LATEST: Version = '2.22';

export const minor = (version: Version): number => Number(version.slice(2));

export const atLeast = (version: Version, since: Version): boolean => minor(version) >= minor(since);
