import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '@service/billing/failure.ts';
import pg from 'pg';
import { OperatorTrouble } from '../operator-trouble.ts';
import type { Database, Queries, Row, Value, Work } from './database.ts';
import { priority } from './priority.ts';

/** How often a transaction that met another one is run before the caller is asked to come back later. */
const MOST_TRIES = 20;
const CONNECTIONS = 10;
const CONNECT_PATIENCE = 5_000;
/** A process that hangs in a transaction loses it, so that others can go on. */
const IDLE_IN_TRANSACTION = 30_000;

const BIGINT = 20;

/** Cents, seconds and counts stay inside the safe integers, so a bigint is a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * The engine for more than one machine. Every transaction is SERIALIZABLE and is run again when it met another one. Those of one
 * `line` that are run again do so one after the other, and before any of this process that has not begun, so that none meets others for ever. Throws `OperatorTrouble` when the server cannot be reached.
 */
export const openPostgres = async (url: string): Promise<Database> => {
  const pool = connectPool(url);
  const named = naming();
  await reach(pool, url);

  const repeated = priority();

  const again = async <T>(client: pg.PoolClient, work: Work<T>, line: string): Promise<T> => {
    const done = repeated.take(line);
    try {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [line]);
      for (let tries = 2; tries <= MOST_TRIES; tries++) {
        try {
          return await attempt(client, named, work);
        } catch (error) {
          if (!worthRepeating(error, tries)) throw error;
        }
        await delay(tries);
      }
      throw new Failure('service_unavailable');
    } finally {
      done();
      await client.query('SELECT pg_advisory_unlock(hashtext($1))', [line]);
    }
  };

  const transaction = async <T>(work: Work<T>, line = ''): Promise<T> => {
    await repeated.passed(line);
    return withClient(pool, async (client) => {
      try {
        return await attempt(client, named, work);
      } catch (error) {
        if (!worthRepeating(error, 1)) throw error;
      }
      return again(client, work, line);
    });
  };

  const direct = queriesOn(pool, named, transaction);
  return { engine: 'postgres', ...direct, transaction, close: () => pool.end() };
};

const connectPool = (url: string): pg.Pool => {
  try {
    const pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_PATIENCE,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
      types,
    });
    // An idle connection that the server closes is replaced on its next use; without a listener it would end the process.
    pool.on('error', () => {});
    return pool;
  } catch (error) {
    throw unusable('an address that cannot be read', error);
  }
};

const reach = async (pool: pg.Pool, url: string): Promise<void> => {
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw unusable(place(url), error);
  }
};

const unusable = (where: string, error: unknown): OperatorTrouble =>
  new OperatorTrouble(
    `Cannot use the PostgreSQL database at ${where} (${reason(error)}). Start it, correct DATABASE_URL, or unset it to use the embedded database.`,
    { cause: error },
  );

/** Host, port and database of an address, without its password. */
const place = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}` : 'an address that cannot be read';
};

const reason = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};

/** A statement is prepared once for each connection, under a name that stands for its text. */
const naming = (): ((sql: string) => string) => {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known) return known;
    const name = `s${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
};

const queriesOn = (
  connection: pg.Pool | pg.PoolClient,
  named: (sql: string) => string,
  transaction: Queries['transaction'],
): Queries => {
  const query = async (sql: string, values: readonly Value[] = []): Promise<pg.QueryResult<Row>> => {
    try {
      return await connection.query<Row>({ name: named(sql), text: sql, values: [...values] });
    } catch (error) {
      throw isUnreachable(error) ? new Failure('service_unavailable') : error;
    }
  };
  return {
    all: async (sql, values) => (await query(sql, values)).rows,
    get: async (sql, values) => (await query(sql, values)).rows[0],
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
    transaction,
  };
};

const withClient = async <T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect().catch(() => {
    throw new Failure('service_unavailable');
  });
  let broken = false;
  const breaks = (): void => {
    broken = true;
  };
  client.on('error', breaks);
  try {
    return await use(client);
  } catch (error) {
    throw isUnreachable(error) ? new Failure('service_unavailable') : error;
  } finally {
    client.off('error', breaks);
    client.release(broken);
  }
};

const attempt = async <T>(client: pg.PoolClient, named: (sql: string) => string, work: Work<T>): Promise<T> => {
  await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
  try {
    const queries: Queries = queriesOn(client, named, (nested) => nested(queries));
    const value = await work(queries);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

/** Two that add the same key at once can both have looked before: run again, the second one finds it. */
const worthRepeating = (error: unknown, tries: number): boolean => {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || (code === UNIQUE_VIOLATION && tries === 1);
};

const isUnreachable = (error: unknown): boolean =>
  /^(08|57P|53300|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_)/.test(codeOf(error)) ||
  (error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(error.message));
