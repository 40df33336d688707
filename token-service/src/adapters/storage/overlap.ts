import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import type { AppliedMigration } from './adoption.ts';

/**
 * Two neighbouring releases work on one database while processes are replaced one by one. So a migration only expands:
 * it adds tables, columns with a default or null, and indexes, and the release before works on. What that release no
 * longer uses is removed by a migration of a later one, whose file name says so: `0120-old-columns.contract-0114.sql`
 * removes what no program uses that knows migration 114.
 */
const CONTRACT = /\.contract-(\d{4})\.sql$/;

/** Returns the migration that a program must know to work on a database with this one; 0: any program may. */
export const contractOf = (name: string): number => Number(CONTRACT.exec(name)?.[1] ?? 0);

/**
 * Throws when migrations of a newer release have removed what this program uses.
 *
 * @param newer the migrations of the database that this program does not know
 * @param newest the last one that it knows
 */
export const refuseContracted = (newer: readonly AppliedMigration[], newest: number): void => {
  const reached = Math.max(newest, ...newer.map(({ version }) => version));
  if (newer.every(({ name }) => contractOf(name) <= newest)) return;
  throw new OperatorTrouble(
    `This database is at version ${reached} and this program knows versions up to ${newest}, too few to work with it. Start the newer program, or restore a backup from before it ran.`,
  );
};

/** The last migration from before the rule: its release could not run beside the one before. */
const BEFORE_THE_RULE = 111;

/** Statements after which a program that does not know them fails, or loses what it writes. */
const DESTRUCTIVE: readonly (readonly [RegExp, string])[] = [
  [/^DROP (TABLE|VIEW|SCHEMA|SEQUENCE)\b/i, 'removes a table'],
  [/^(DELETE|TRUNCATE)\b/i, 'removes rows'],
  [/^ALTER TABLE .*\bDROP\b(?! (NOT NULL|DEFAULT|CONSTRAINT)\b)/i, 'removes a column'],
  [/^ALTER TABLE .*\bRENAME\b/i, 'renames what the release before uses'],
  [/^ALTER TABLE .*\bTYPE\b/i, 'changes the type of a column'],
  [/^ALTER TABLE .*\bSET NOT NULL\b/i, 'refuses rows of the release before'],
  [/^ALTER TABLE .*\bADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\b/i, 'refuses rows of the release before'],
  [/^ALTER TABLE .*\bADD (?:COLUMN )?(?=.*\bNOT NULL\b)(?!.*\bDEFAULT\b)/i, 'refuses rows of the release before'],
];
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX .*? ON (\w+)/i;
const NEW_TABLE = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i;

/**
 * Returns what in a migration breaks the release before, one line for each statement. A migration that says by its name
 * that it contracts may, and so may those from before the rule.
 */
export const breaksOverlap = ({
  version,
  name,
  sql,
}: AppliedMigration & { readonly sql: string }): readonly string[] => {
  if (version <= BEFORE_THE_RULE || contractOf(name) > 0) return [];
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());
  const created = new Set(statements.map((statement) => NEW_TABLE.exec(statement)?.[1]));
  return statements.flatMap((statement) => {
    const indexed = UNIQUE_INDEX.exec(statement)?.[1];
    const isNew = indexed !== undefined && created.has(indexed);
    const reason =
      indexed !== undefined && !isNew
        ? 'refuses rows of the release before'
        : DESTRUCTIVE.find(([pattern]) => pattern.test(statement))?.[1];
    return reason ? [`${name} ${reason}: ${statement.slice(0, 100)}`] : [];
  });
};

/** Returns what is wrong with the marks of migrations: one contracts for programs that know an earlier migration. */
export const misplacedContracts = (migrations: readonly AppliedMigration[]): readonly string[] =>
  migrations
    .filter(
      ({ version, name }) => name.includes('contract') && (contractOf(name) <= 100 || contractOf(name) >= version),
    )
    .map(({ name }) => `${name}: the number behind contract- is that of an earlier migration`);
