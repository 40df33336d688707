import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '@service/billing/values/failure.ts';
import pg from 'pg';
import type { Queries, Row, Value } from './database.ts';
import { postgresTypes } from './postgres.ts';
import { bound, inSqlite } from './sqlite.ts';

/** A connection of its own, whose reads all see the database as it was when it was opened. */
export interface PinnedReads {
  all(sql: string, values: readonly Value[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Opens a read-only connection to the file of the embedded database, pinned to this moment. */
export const pinSqlite = (file: string): PinnedReads => {
  const connection = new DatabaseSync(file, { readOnly: true });
  connection.exec('BEGIN');
  // The first read of a transaction decides what all of them see.
  connection.prepare('SELECT 1 FROM sites LIMIT 1').get();
  const prepared = new Map<string, StatementSync>();
  return {
    async all(sql, values) {
      // So that requests of this process are served between pages.
      await nextTurn();
      const statement = prepared.get(sql) ?? connection.prepare(inSqlite(sql));
      prepared.set(sql, statement);
      return statement.all(...bound(values)) as Row[];
    },
    async close() {
      connection.close();
    },
  };
};

/** Opens a connection to a PostgreSQL server that only reads, pinned to this moment. */
export const pinPostgres = async (connectionString: string): Promise<PinnedReads> => {
  const client = new pg.Client({ connectionString, types: postgresTypes });
  // A connection that is lost rejects the query that runs, or the next one; without a listener it ends the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SELECT 1 FROM sites LIMIT 1');
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    all: async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
    close: () => client.end(),
  };
};

const refuse = async (): Promise<never> => {
  throw new Failure('read_only');
};

/** Returns the queries of a pinned connection, which refuse to write as `read_only`. */
export const queriesOfPinned = ({ all }: PinnedReads): Queries => {
  const queries: Queries = {
    all: (sql, values = []) => all(sql, values),
    get: async (sql, values = []) => (await all(sql, values))[0],
    run: refuse,
    write: refuse,
    transaction: (work) => work(queries),
  };
  return queries;
};
