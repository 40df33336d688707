import { setTimeout as delay } from 'node:timers/promises';
import { Failure, Unanswered } from '@service/billing/values/failure.ts';
import { openQueues } from '@service/billing/values/queues.ts';
import type { Millis } from '@service/billing/values/time.ts';
import pg from 'pg';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import type { Database, How, Queries, Row, Value, Work } from './database.ts';
import { GatheringSocket } from './gathering-socket.ts';
import {
  isFinal,
  isReadTimeout,
  isUnanswered,
  postgresPlace,
  postgresReason,
  postgresTrouble,
  worthRepeating,
} from './postgres-errors.ts';
import { openGroups } from './postgres-groups.ts';
import { priority } from './priority.ts';
import { type Asked, type Asks, type ParameterTypes, sendTogether } from './together.ts';

/** Attempts at a conflicting transaction before it fails and the client has to retry. */
const MOST_TRIES = 20;
const CONNECTIONS = 10;
const CONNECT_PATIENCE = 5_000;
/**
 * The time-out of a statement, in milliseconds. The client then closes the connection, whether the server is busy,
 * frozen or cut off.
 */
const STATEMENT = 15_000;
/**
 * Milliseconds for which statements fail at once after one was not answered in time, so that no request waits twice.
 */
const COOL_DOWN = 1_000;
/** The transaction of a process that hangs is ended, so that others can continue before their statements are late. */
const IDLE_IN_TRANSACTION = 10_000;
/** In place of a limit, for migrations: about 24 days, the longest that a timer runs. */
const NO_LIMIT = 2 ** 31 - 1;

const BIGINT = 20;

/** Cents, seconds and counts are within the safe integers, so a bigint is read as a number. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * The engine for more than one machine. Every transaction is SERIALIZABLE and is retried after a conflict. Transactions
 * of one `queue` are retried one after the other, and before new ones of this process, so that none conflicts for ever.
 * Statements are pipelined: sent without waiting for the results of earlier ones. A statement that the server does not
 * answer in time is `service_unavailable`. Throws `OperatorTrouble` when the server cannot be reached.
 */
export const openPostgres = async (
  url: string,
  statementMs = STATEMENT,
  { readOnly = false, pooled = false }: PostgresUse = {},
): Promise<Database> => {
  const pool = connectPool(readOnly ? forReading(url) : url, statementMs, pooled);
  const named = pooled ? () => undefined : statementNames();
  const phases = pooled ? chained(statementMs) : SESSION;
  const server: Server = { pool, named, late: lateness(statementMs), phases, types: new Map() };
  await reach(pool, url);
  if (readOnly) await needReadOnly(pool, url);

  const queues = openQueues();
  const repeated = priority();

  /** Runs the work while no other work of the queue runs, in this process or another one. */
  const inQueue = async <T>(work: Work<T>, queue: string, tried: number, slow = false): Promise<T> => {
    // This queue has no time limit, so it needs no time.
    const place = queues.join(queue, 0);
    try {
      await place.first;
      return await withClient(server, async (client, discard) => {
        let done = tried > 0 ? repeated.take(queue) : undefined;
        try {
          for (let tries = tried + 1; ; tries++) {
            try {
              return await attempt(server, client, discard, work, { queue, slow });
            } catch (error) {
              if (!worthRepeating(error, tries)) throw error;
            }
            if (tries === MOST_TRIES) throw new Failure('service_unavailable');
            done ??= repeated.take(queue);
            await delay(tries);
          }
        } finally {
          done?.();
        }
      });
    } finally {
      place.leave(0, true);
    }
  };

  const once = async <T>(work: Work<T>, queue: string): Promise<T> => {
    const place = queues.join(queue, 0);
    try {
      await place.first;
      return await withClient(server, (client, discard) => attempt(server, client, discard, work, { queue }));
    } finally {
      place.leave(0, true);
    }
  };
  const repeatedly = <T>(work: Work<T>, queue: string): Promise<T> => inQueue(work, queue, 0);
  const groups = openGroups({ once, repeated: repeatedly, isFinal, types: server.types });

  const transaction = async <T>(
    work: Work<T>,
    queue = '',
    { serial = false, account, slow = false }: How = {},
  ): Promise<T> => {
    if (serial) return account === undefined ? repeatedly(work, queue) : groups.join(work, queue, account);
    await repeated.passed(queue);
    try {
      return await withClient(server, (client, discard) => attempt(server, client, discard, work, { slow }));
    } catch (error) {
      if (!worthRepeating(error, 1)) throw error;
    }
    return inQueue(work, queue, 1, slow);
  };

  const { run } = asking(server, anyOf(server));
  const { all, get } = gathering(server);
  return {
    engine: 'postgres',
    place: postgresPlace(url),
    all,
    get,
    run,
    async write(sql, values) {
      await run(sql, values);
    },
    transaction,
    troubleOf: postgresTrouble,
    async check() {
      const row = await get("SELECT current_setting('transaction_read_only') AS read_only");
      return !readOnly && row?.read_only === 'on' ? 'read-only' : undefined;
    },
    isNearlyFull: async () => false,
    time: async () => Number((await get(TIME))?.ms),
    pool: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
};

/** The way in which a server is used. */
interface PostgresUse {
  readonly readOnly?: boolean;
  /** The address is that of a pooler that gives a client a session for each transaction. */
  readonly pooled?: boolean;
}

const TIME = 'SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS ms';

const connectPool = (url: string, statementMs: Millis, pooled: boolean): pg.Pool => {
  try {
    const pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: Math.min(CONNECT_PATIENCE, statementMs),
      // A pooler refuses limits of a connection, which several clients share.
      ...(!pooled && { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION, statement_timeout: statementMs }),
      types: postgresTypes,
      pipeline: true,
      stream: () => new GatheringSocket(),
    });
    // A connection that the server closes is replaced; without a listener, its error would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  } catch (error) {
    throw unusable('an address that cannot be read', error);
  }
};

/** Returns an address whose connections refuse to write, from their first statement on. */
const forReading = (url: string): string => {
  const address = URL.parse(url);
  if (!address) return url;
  const options = [address.searchParams.get('options'), '-c default_transaction_read_only=on'];
  address.searchParams.set('options', options.filter((each) => each !== null).join(' '));
  return address.href;
};

/** A pool between this process and the server may drop the options of a connection. */
const needReadOnly = async (pool: pg.Pool, url: string): Promise<void> => {
  const { rows } = await pool.query('SHOW default_transaction_read_only');
  if (rows[0]?.default_transaction_read_only === 'on') return;
  await pool.end();
  throw new OperatorTrouble(
    `READ_ONLY=1: the connections to ${postgresPlace(url)} can write, because something between drops their options. Give the address of the server itself, as DATABASE_DIRECT_URL beside that of a pooler.`,
  );
};

const reach = async (pool: pg.Pool, url: string): Promise<void> => {
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw unusable(postgresPlace(url), error);
  }
};

const unusable = (where: string, error: unknown): OperatorTrouble =>
  new OperatorTrouble(
    `Cannot use the PostgreSQL database at ${where} (${postgresReason(error)}). Start it, correct DATABASE_URL, or unset it to use the embedded database.`,
    { cause: error },
  );

/** Returns the name under which a statement is prepared once for each connection, by its text. */
export const statementNames = (): ((sql: string) => string) => {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known) return known;
    const name = `s${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
};

/** A server, as this process uses it. */
interface Server {
  readonly pool: pg.Pool;
  /** Returns the name of a prepared statement; undefined where each statement is prepared anew. */
  readonly named: (sql: string) => string | undefined;
  readonly late: Lateness;
  readonly phases: Phases;
  readonly types: ParameterTypes;
}

interface Lateness {
  /** Sends a statement. The driver closes the connection when it is not answered in time. */
  ask<R extends pg.QueryResultRow>(to: Connection, config: pg.QueryConfig, slow?: boolean): Promise<pg.QueryResult<R>>;
  /** Throws `service_unavailable` just after a statement was not answered in time, until another one is answered. */
  refuse(): void;
}

const lateness = (milliseconds: Millis): Lateness => {
  let until = Number.NEGATIVE_INFINITY;
  return {
    async ask<R extends pg.QueryResultRow>(to: Connection, config: pg.QueryConfig, slow = false) {
      const limited = { ...config, query_timeout: slow ? NO_LIMIT : milliseconds };
      try {
        const answer = await to.query<R>(limited);
        until = Number.NEGATIVE_INFINITY;
        return answer;
      } catch (error) {
        if (isReadTimeout(error)) until = performance.now() + COOL_DOWN;
        throw error;
      }
    },
    refuse() {
      if (performance.now() < until) throw new Failure('service_unavailable');
    },
  };
};

/** A receiver of statements: a connection, or a pool. */
interface Connection {
  query<R extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<R>>;
}

const asking = (
  { named, late }: Pick<Server, 'named' | 'late'>,
  connection: Connection,
  slow = false,
): Pick<Queries, 'all' | 'get' | 'run'> => {
  const query = async (sql: string, values: readonly Value[] = []): Promise<pg.QueryResult<Row>> => {
    try {
      const name = named(sql);
      const config = { ...(name !== undefined && { name }), text: sql, values: [...values] };
      return await late.ask<Row>(connection, config, slow);
    } catch (error) {
      throw isUnanswered(error) ? new Failure('service_unavailable') : error;
    }
  };
  return {
    all: async (sql, values) => (await query(sql, values)).rows,
    get: async (sql, values) => (await query(sql, values)).rows[0],
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
  };
};

const anyOf = ({ pool, late }: Server): Connection => ({
  async query<R extends pg.QueryResultRow>(config: pg.QueryConfig) {
    late.refuse();
    return pool.query<R>(config);
  },
});

/**
 * Sends what is asked for in one turn of the event loop on one connection, in one packet, and reads of one text as one.
 * Due work asks for the same of many accounts at a time: a connection for each, or a statement, would cost both sides
 * more than the answers.
 */
const gathering = (server: Server): Pick<Queries, 'all' | 'get'> => {
  let gathered: Asked[] = [];
  const send = async (): Promise<void> => {
    const asked = gathered;
    gathered = [];
    try {
      await withClient(server, (client) => sendTogether(reading(server, client), asked, server.types));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const all = (sql: string, values: readonly Value[] = []): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      // Each is a task of its own: it has no order among the others.
      const task = gathered.length;
      gathered.push({ task, what: 'rows', sql, values, resolve: (rows) => resolve([...(rows as Row[])]), reject });
      if (gathered.length === 1) process.nextTick(() => void send());
    });
  return { all, get: async (sql, values) => (await all(sql, values))[0] };
};

const reading = (server: Server, client: pg.PoolClient): Asks => {
  const { all, run } = asking(server, client);
  return { all, run, write: async (sql, values) => void (await run(sql, values)) };
};

/** Runs `use` with a client of the pool. `discard` removes a client in an unknown state from the pool. */
const withClient = async <T>(
  { pool, late }: Server,
  use: (client: pg.PoolClient, discard: () => void) => Promise<T>,
): Promise<T> => {
  late.refuse();
  const client = await pool.connect().catch(() => {
    throw new Failure('service_unavailable');
  });
  let discarded = false;
  const discard = (): void => {
    discarded = true;
  };
  try {
    return await use(client, discard);
  } catch (error) {
    throw isUnanswered(error) ? new Failure('service_unavailable') : error;
  } finally {
    client.release(discarded);
  }
};

const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE';
const LOCK = 'SELECT pg_advisory_lock(hashtext($1))';
const UNLOCK = 'SELECT pg_advisory_unlock(hashtext($1))';
const UNLIMITED = 'SET LOCAL statement_timeout = 0';

/** The statements around the work of a transaction. Those of a queue take its name as `$1`. */
interface Phases {
  begin(queued: boolean, slow: boolean): readonly string[];
  /** The first of them decides. */
  end(how: 'COMMIT' | 'ROLLBACK', queued: boolean): readonly string[];
}

/** The lock of a queue belongs to the session, which takes it before the transaction and what that sees begin. */
const SESSION: Phases = {
  begin: (queued, slow) => [...(queued ? [LOCK] : []), BEGIN, ...(slow ? [UNLIMITED] : [])],
  end: (how, queued) => [how, ...(queued ? [UNLOCK] : [])],
};

/**
 * Statements for a pooler that gives a client a session for each transaction. A queue is locked and unlocked in
 * transactions of their own, chained to that of the work: between them the pooler keeps the session for the client.
 */
const chained = (statementMs: Millis): Phases => {
  const limits = [
    `SET LOCAL statement_timeout = ${statementMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION}`,
  ];
  return {
    begin: (queued, slow) => [
      BEGIN,
      ...(queued ? [...limits, LOCK, 'COMMIT AND CHAIN'] : []),
      ...(slow ? [UNLIMITED] : limits),
    ],
    end: (how, queued) => (queued ? [`${how} AND CHAIN`, UNLOCK, 'COMMIT'] : [how]),
  };
};

/**
 * Runs a transaction once; where a queue is named, while no other process holds it. When a commit is not answered, it
 * is unknown whether it happened: that is no `Failure`, which would mean that nothing changed.
 */
const attempt = async <T>(
  server: Server,
  client: pg.PoolClient,
  discard: () => void,
  work: Work<T>,
  { queue, slow = false }: { readonly queue?: string; readonly slow?: boolean } = {},
): Promise<T> => {
  const send = (text: string, values: string[] = []): Promise<pg.QueryResult> =>
    server.late.ask(client, { text, values }, slow);
  const queued = queue !== undefined;
  const ask = (sql: string): Promise<pg.QueryResult> => send(sql, sql === LOCK || sql === UNLOCK ? [queue ?? ''] : []);
  const begun = Promise.all(server.phases.begin(queued, slow).map(ask));
  let open = true;
  const refuseLate = (): void => {
    if (!open) throw new Error('A transaction was used after it had ended.');
  };
  /**
   * Returns the outcome. A connection that may still be in the transaction, or hold the lock of the queue, is not used
   * again.
   */
  const end = async (how: 'COMMIT' | 'ROLLBACK') => {
    open = false;
    const [first, ...after] = server.phases.end(how, queued).map(ask);
    const [ended, ...unlocked] = await Promise.allSettled([first as Promise<pg.QueryResult>, ...after]);
    if (unlocked.some(({ status }) => status === 'rejected') || (how === 'ROLLBACK' && ended.status === 'rejected'))
      discard();
    return ended;
  };
  // The first failed query has the reason: after it the server rejects all others, and a commit rolls back.
  const unanswered: Promise<unknown>[] = [];
  const leave = (sent: Promise<unknown>): void => {
    sent.catch(() => {});
    unanswered.push(sent);
  };
  leave(begun);
  const { all, get, run } = asking(server, client, slow);
  // A read may be pipelined with BEGIN. What writes waits until the transaction has certainly begun, and so does what
  // is asked for after it.
  let writes = false;
  const turn = async (sql: string): Promise<void> => {
    writes ||= !sql.startsWith('SELECT ');
    if (writes) await begun;
    refuseLate();
  };
  const queries: Queries = {
    async all(sql, values) {
      await turn(sql);
      return all(sql, values);
    },
    async get(sql, values) {
      await turn(sql);
      return get(sql, values);
    },
    async run(sql, values) {
      await turn(sql);
      return run(sql, values);
    },
    async write(sql, values) {
      await turn(sql);
      leave(run(sql, values));
    },
    transaction: (nested) => nested(queries),
  };
  let value: T;
  try {
    value = await work(queries);
  } catch (error) {
    await end('ROLLBACK');
    await Promise.all(unanswered);
    throw error;
  }
  const committed = await end('COMMIT');
  const unknown = committed.status === 'rejected' && isUnanswered(committed.reason);
  if (unknown) throw new Unanswered('The database did not answer a commit.', { cause: committed.reason });
  await Promise.all(unanswered);
  if (committed.status === 'rejected') throw committed.reason;
  if (committed.value.command !== 'COMMIT') throw new Error('A transaction went on after a query had failed.');
  return value;
};
