import type { Queries } from '../src/adapters/storage/database.ts';

/** Returns the columns of a table with rows that a statement can write: the database computes those of searches. */
export const writtenColumns = async (database: Pick<Queries, 'get'>, table: string): Promise<string[]> =>
  Object.keys((await database.get(`SELECT * FROM ${table} LIMIT 1`)) ?? {}).filter(
    (name) => !/^(?:folded|plain)_/.test(name),
  );
