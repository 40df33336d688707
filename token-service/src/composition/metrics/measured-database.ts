import type { MonotonicClock } from '@service/billing/values/time.ts';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Database, Queries } from '../../adapters/storage/database.ts';

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The group of whole transactions, from the call to the commit. */
const TRANSACTION = 'transaction';
/** The group of statements that read several tables at once, and of those that name none. */
const SEVERAL = 'several';
const NONE = 'none';

/** Returns the table that a statement is about. */
const groupOf = (sql: string): string => {
  if (sql.includes(' UNION ALL ')) return SEVERAL;
  return /\b(?:FROM|INTO|UPDATE)\s+([a-z_]+)/.exec(sql)?.[1] ?? NONE;
};

/** SQLSTATE: its first two characters are the class of the error. */
const SQL_STATE = /^[0-9A-Z]{5}$/;
/** The names of errors of SQLite, and of the connection to a server. */
const NAMED = /^(?:(?:ERR_)?SQLITE|E[A-Z]+$)/;

/**
 * Returns the class of a database's error: that of its SQLSTATE, its name in SQLite, or the error of the connection.
 * Undefined for what a transaction throws itself.
 */
const classOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (SQL_STATE.test(code)) return code.slice(0, 2);
  return NAMED.test(code) ? code.replace(/^ERR_/, '') : undefined;
};

/**
 * Returns what measures a database: how long callers wait for each statement, by the table that it is about, and for
 * each transaction.
 */
export const measuredDatabase = (
  registry: Registry,
  clock: Pick<MonotonicClock, 'elapsed'>,
): ((database: Database) => Database) => {
  const duration = new Histogram({
    name: 'billing_db_query_duration_seconds',
    help: 'Time that a statement took, by the table that it is about; of the group transaction, from its call to its commit.',
    labelNames: ['statement_group'],
    buckets: SECONDS,
    registers: [registry],
  });
  const errors = new Counter({
    name: 'billing_db_errors_total',
    help: 'Statements and transactions that the database did not carry out, by the class of its error.',
    labelNames: ['class'],
    registers: [registry],
  });
  // A statement is built from constants: there are a few hundred.
  const groups = new Map<string, Histogram.Internal<'statement_group'>>();
  const groupFor = (sql: string) => {
    const known = groups.get(sql);
    if (known) return known;
    const group = duration.labels({ statement_group: sql === TRANSACTION ? TRANSACTION : groupOf(sql) });
    groups.set(sql, group);
    return group;
  };
  const timed = async <T>(sql: string, work: Promise<T>): Promise<T> => {
    const started = clock.elapsed();
    try {
      return await work;
    } catch (error) {
      const name = classOf(error);
      if (name !== undefined) errors.inc({ class: name });
      throw error;
    } finally {
      groupFor(sql).observe((clock.elapsed() - started) / 1000);
    }
  };

  const statements = (queries: Queries): Pick<Queries, 'all' | 'get' | 'run' | 'write'> => ({
    all: (sql, values) => timed(sql, queries.all(sql, values)),
    get: (sql, values) => timed(sql, queries.get(sql, values)),
    run: (sql, values) => timed(sql, queries.run(sql, values)),
    write: (sql, values) => timed(sql, queries.write(sql, values)),
  });
  const within = (queries: Queries): Queries => {
    const measured: Queries = { ...statements(queries), transaction: (work) => work(measured) };
    return measured;
  };
  return (database) => ({
    ...database,
    ...statements(database),
    transaction: (work, queue, how) =>
      timed(
        TRANSACTION,
        database.transaction((queries) => work(within(queries)), queue, how),
      ),
  });
};
