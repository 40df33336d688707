import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '@service/billing/values/failure.ts';
import pg from 'pg';
import type { Queries, Row, Value } from './database.ts';
import { postgresTypes, statementNames } from './postgres.ts';
import { isReplayConflict, isUnanswered } from './postgres-errors.ts';
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
  const client = await connectReader(connectionString).catch(unavailable);
  return pinned(client).catch(async (error: unknown) => {
    await client.end().catch(() => {});
    return unavailable(error);
  });
};

/** Milliseconds for a page of rows: much longer than one takes. */
const QUERY_PATIENCE = 60_000;
/** Milliseconds for which a connection is attempted. */
const CONNECT_PATIENCE = 5_000;

/** Opens a connection of its own to a PostgreSQL server. Throws what the driver throws. */
export const connectReader = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString,
    types: postgresTypes,
    connectionTimeoutMillis: CONNECT_PATIENCE,
    query_timeout: QUERY_PATIENCE,
    keepAlive: true,
  });
  // A connection that is lost rejects the query that runs, or the next one; without a listener it ends the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
};

/** Pins the reads of a connection to this moment. */
export const pinned = async (client: pg.Client): Promise<PinnedReads> => {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SELECT 1 FROM sites LIMIT 1');
  const named = statementNames();
  return {
    async all(sql, values) {
      // Prepared once: a plan made anew for each page, from statistics that lag behind, took five times as long.
      const page = { name: named(sql), text: sql, values: [...values] };
      return (await client.query<Record<string, unknown>>(page).catch(unavailable)).rows;
    },
    async close() {
      // A pooler gives the server's session to others, who may use the same names.
      await client.query('DEALLOCATE ALL').catch(() => {});
      await client.end();
    },
  };
};

/** Throws `service_unavailable` where a later attempt may succeed, and otherwise the error. */
export const unavailable = (error: unknown): never => {
  throw isUnanswered(error) || isReplayConflict(error) ? new Failure('service_unavailable') : error;
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
