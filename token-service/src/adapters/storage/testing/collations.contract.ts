import { loadModule } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.ts';
import { comparedColumns } from './collations-of-statement.ts';

/** The rule that lets PostgreSQL use its indexes, for the statements that a contract has recorded. */
export const comparesInTheCollationOfIndexes = (recorded: ReadonlySet<string>, engine: () => Database): void => {
  beforeAll(loadModule);

  test('columns of two collations are compared with COLLATE, which says whose index serves', async () => {
    const collations = new Map(
      (await engine().all(COLLATIONS)).map(({ column, collation }) => [String(column), String(collation)]),
    );
    const indexed = new Set((await engine().all(INDEXED)).map(({ column }) => String(column)));
    expect(indexed).toContain('transactions.reference');
    const differs = ([one, other]: readonly [string, string]): boolean => {
      const [its, others] = [collations.get(one), collations.get(other)];
      return its !== undefined && others !== undefined && its !== others;
    };
    const faults = [...recorded]
      .filter((sql) => OF_ROWS.test(sql))
      .flatMap((sql) =>
        comparedColumns(sql)
          .filter((pair) => differs(pair) && pair.some((column) => indexed.has(column)))
          .map((pair) => `${pair.join(' = ')}: ${sql}`),
      );
    expect(faults).toEqual([]);
  });
};

/** Statements that read or write rows of their own tables. */
const OF_ROWS = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

const COLLATIONS =
  "SELECT c.relname || '.' || a.attname AS column, a.attcollation AS collation FROM pg_class c " +
  'JOIN pg_attribute a ON a.attrelid = c.oid ' +
  "WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND a.attcollation > 0";

/** The columns in the collation of the database that an index has after the site. */
const INDEXED =
  "SELECT c.relname || '.' || a.attname AS column FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid " +
  'JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[1] ' +
  'JOIN pg_collation l ON l.oid = a.attcollation ' +
  "WHERE c.relnamespace = current_schema()::regnamespace AND l.collname = 'default'";
