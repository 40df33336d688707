import { Failure } from '@service/billing/values/failure.ts';
import type { Database, Queries } from './database.ts';
import { resultCode, SQLITE_READONLY } from './sqlite-codes.ts';

/** Statements that only read. The engine refuses what gets past this. */
const READS = /^\s*(?:SELECT|WITH|PRAGMA)\b/i;

const refused = (): Failure => new Failure('read_only');

const reading = <T>(sql: string, read: () => Promise<T>): Promise<T> => {
  if (!READS.test(sql)) return Promise.reject(refused());
  return read().catch((error: unknown) => {
    throw (resultCode(error) & 0xff) === SQLITE_READONLY ? refused() : error;
  });
};

const refuse = async (): Promise<never> => {
  throw refused();
};

const readsOf = (queries: Queries): Queries => ({
  all: (sql, values) => reading(sql, () => queries.all(sql, values)),
  get: (sql, values) => reading(sql, () => queries.get(sql, values)),
  run: refuse,
  write: refuse,
  transaction: (work) => queries.transaction((inside) => work(readsOf(inside))),
});

/**
 * Returns a database, opened for reading, whose writes fail as `read_only` instead of as an error of its engine. A
 * transaction may read.
 */
export const refusingWrites = (database: Database): Database => ({
  ...database,
  ...readsOf(database),
  transaction: (work) => database.transaction((queries) => work(readsOf(queries))),
  // Whether a write would succeed does not matter.
  isNearlyFull: async () => false,
});
