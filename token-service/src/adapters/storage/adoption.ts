import { OperatorTrouble } from '../../runtime/operator-trouble.ts';

/** A migration as a database records it. */
export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
}

/**
 * The version of the last schema before release 0.1.0. Later numbers are above it, so that the programs of that time
 * refuse a database of this one.
 */
const LAST = 82;
/** The numbers of the migrations up to that schema, which have gaps. */
const VERSIONS: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 27, 28, 29, 30, 32],
  ...[34, 40, 41, 43, 47, 48, 50, 51, 54, 55, 57, 58, 60, 61, 62, 63, 66, 70, 73, 74, 76, 77, 79, 80, LAST],
];
/** Migrations that some programs of that time had in addition: they convert values, as the SQL file does. */
const LATER: readonly number[] = [83, 84];
/** The number of the first migration since. */
const FIRST = 101;
/** The last program with that schema. */
const LAST_COMMIT = '755267e1';

/** The record of an adopted database, and the SQL file that adopts it. */
const MARK: AppliedMigration = { version: LAST, name: 'adopt/from-0082.sql' };
/** The last migration whose schema an adopted database has. */
const ADOPTED_AS = 108;

export const isAdoptionMark = ({ name }: AppliedMigration): boolean => name === MARK.name;

export interface DatabaseAdoption<Migration> {
  readonly mark: AppliedMigration;
  /** The migrations that take the place of the recorded ones. */
  readonly replacedBy: readonly Migration[];
}

/**
 * Returns how to adopt a database from before release 0.1.0, undefined for any other. Throws `OperatorTrouble` when it
 * does not have the last schema of that time.
 */
export const adoptionOf = <Migration extends AppliedMigration>(
  recorded: readonly AppliedMigration[],
  migrations: readonly Migration[],
): DatabaseAdoption<Migration> | undefined => {
  const old = recorded.filter((migration) => migration.version < FIRST && !isAdoptionMark(migration));
  if (old.length === 0) return undefined;
  const versions = new Set(old.map(({ version }) => version));
  const lacking = VERSIONS.filter((version) => !versions.has(version));
  if (lacking.length > 0) {
    throw new OperatorTrouble(
      `This database is from before release 0.1.0, at version ${Math.max(...versions)}, and lacks ${lacking.length} of the migrations up to ${LAST}. ` +
        `Start the last program before that release once (git checkout ${LAST_COMMIT}), then this one.`,
    );
  }
  const unknown = recorded.find(({ version }) => !VERSIONS.includes(version) && !LATER.includes(version));
  if (unknown) {
    throw new OperatorTrouble(
      `This database is from before release 0.1.0 and has migration ${unknown.name}, which no program before that release has. Restore a backup.`,
    );
  }
  return { mark: MARK, replacedBy: migrations.filter(({ version }) => version <= ADOPTED_AS) };
};
