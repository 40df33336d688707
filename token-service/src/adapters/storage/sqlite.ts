import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '@service/billing/values/failure.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import type { Database, Queries, Row, Value, Work } from './database.ts';
import { startupTrouble } from './disk-trouble.ts';
import { CHECKED_AT_START, checkStructure, fileChecks } from './sqlite-check.ts';
import { isBusy, sqliteTrouble } from './sqlite-codes.ts';

/** Milliseconds a batch waits for another process that is writing to the same file. */
const PATIENCE = 10_000;
/** Megabytes of pages in memory: enough that writing to a large table does not read its indexes again from the file. */
const CACHE = 64;
/**
 * Pages of the write-ahead log between checkpoints: a page that many purchases change is then written to the file once.
 */
const CHECKPOINT = 8_000;
/**
 * Milliseconds. SQLite's busy timeout blocks the whole process, so it is kept short and the attempt is repeated from
 * outside.
 */
const BLOCKING_PATIENCE = 1;
/** Bound values that a transaction handles in one turn of the event loop: about ten milliseconds. */
const TURN = 8_000;
/** The cost of a statement in addition to its values. */
const STATEMENT = 20;
/** Free bytes on the disk below which the health check tests whether a write succeeds. */
const LITTLE_ROOM = 1024 * 1024;

export interface SqliteOptions {
  /** Milliseconds between two checks of the whole file while it is in use. */
  readonly checkEvery?: Millis;
  /** Bytes up to which opening waits for the check of the whole file. A larger one is checked in the background. */
  readonly checkedAtStart?: number;
  /** Nothing can be written, and the file is left as it is. */
  readonly readOnly?: boolean;
  /** Megabytes of pages kept in memory. */
  readonly cacheMegabytes?: number | undefined;
  /** The contents of a `:memory:` database, as `DatabaseSync.serialize` returns them. */
  readonly image?: Uint8Array;
}

interface Caller {
  readonly work: Work<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Resolves or rejects the promise of a caller, once what it did is committed or rolled back. */
type Answer = () => void;

/**
 * The embedded engine: one connection, write-ahead log, every commit on disk before it is acknowledged. Transactions
 * that arrive in the same turn of the event loop share one commit. They run without savepoints, because a savepoint
 * copies every page that changes: if one fails, all are rolled back and run again, each in its own. A long transaction
 * yields to the event loop; other transactions and reads wait for its commit. Several processes may use one file.
 * `:memory:` keeps nothing. Throws `OperatorTrouble` when the file cannot be opened for writing.
 */
export const openSqlite = (file: string, options: SqliteOptions = {}): Database => {
  const connection = connect(file, options);
  const { checkEvery: every, checkedAtStart } = options;
  const checkFile = file === ':memory:' ? undefined : fileChecks(file, { every, checkedAtStart });
  const prepared = preparing(connection);
  const reads = sharingReads(connection, prepared);
  const begin = prepared(options.readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE');
  const commit = prepared('COMMIT');
  const savepoint = prepared('SAVEPOINT caller');
  const undo = prepared('ROLLBACK TO caller');
  const release = prepared('RELEASE caller');

  let queue: Caller[] = [];
  let draining = false;
  let batch: Promise<void> | undefined;

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      await nextTurn();
      reads.end();
      const refused = await beginWhenFree(begin);
      // Also those that came while another process was writing.
      const callers = queue;
      queue = [];
      if (refused) {
        for (const { reject } of callers) reject(refused);
        continue;
      }
      batch = runAll(callers);
      await batch;
      batch = undefined;
    }
    draining = false;
  };

  const runAll = async (callers: readonly Caller[]): Promise<void> => {
    try {
      const answers = (await runTogether(callers)) ?? (await runApart(callers));
      for (const answer of answers) answer();
    } catch (error) {
      rollBack();
      for (const caller of callers) caller.reject(error);
    }
  };

  /** Returns undefined if one of several fails: everything is rolled back, and each is to run in a savepoint. */
  const runTogether = async (callers: readonly Caller[]): Promise<Answer[] | undefined> => {
    const answers: Answer[] = [];
    for (const { work, resolve, reject } of callers) {
      const scope = inTransaction(prepared);
      try {
        const value = await withinItsTurns(work(scope.queries), scope);
        answers.push(() => resolve(value));
      } catch (error) {
        rollBack();
        return callers.length === 1 ? [() => reject(error)] : undefined;
      } finally {
        scope.end();
      }
    }
    commit.run();
    return answers;
  };

  const runApart = async (callers: readonly Caller[]): Promise<Answer[]> => {
    const refused = await beginWhenFree(begin);
    if (refused) throw refused;
    const answers: Answer[] = [];
    for (const caller of callers) answers.push(await attempt(caller));
    commit.run();
    return answers;
  };

  const attempt = async ({ work, resolve, reject }: Caller): Promise<Answer> => {
    savepoint.run();
    const scope = inTransaction(prepared);
    try {
      const value = await withinItsTurns(work(scope.queries), scope);
      return () => resolve(value);
    } catch (error) {
      // A full disk, for example, ends the transaction of the whole batch.
      if (!connection.isTransaction) throw error;
      undo.run();
      return () => reject(error);
    } finally {
      scope.end();
      if (connection.isTransaction) release.run();
    }
  };

  const rollBack = (): void => {
    if (connection.isTransaction) connection.exec('ROLLBACK');
  };

  const transaction = <T>(work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as Caller['resolve'], reject });
      if (draining) return;
      draining = true;
      void drain();
    });

  /** A read outside a transaction sees only committed data, so it waits for an open batch, but not for one to begin. */
  const read = async <T>(
    sql: string,
    values: readonly Value[],
    how: (found: StatementSync, all: Bound) => T,
  ): Promise<T> => {
    while (batch) await batch;
    reads.share(sql);
    return how(prepared(sql), bound(values));
  };

  return {
    engine: 'sqlite',
    place: file,
    all: (sql, values = []) => read(sql, values, readAll),
    get: (sql, values = []) => read(sql, values, readFirst),
    run: (sql, values) => transaction((queries) => queries.run(sql, values)),
    write: (sql, values) => transaction((queries) => queries.write(sql, values)),
    transaction,
    troubleOf: sqliteTrouble,
    async check() {
      prepared('SELECT 1').get();
      await checkFile?.();
      return undefined;
    },
    async isNearlyFull() {
      if (file === ':memory:') return false;
      const { bavail, bsize } = await statfs(dirname(file));
      return bavail * bsize < LITTLE_ROOM;
    },
    async close() {
      while (draining) await nextTurn();
      reads.end();
      connection.close();
    },
  };
};

const connect = (
  file: string,
  { image, checkedAtStart = CHECKED_AT_START, readOnly = false, cacheMegabytes = CACHE }: SqliteOptions,
): DatabaseSync => {
  let connection: DatabaseSync | undefined;
  try {
    if (file !== ':memory:' && !readOnly) {
      makeFolder(dirname(file));
      makePrivate(file);
    }
    connection = new DatabaseSync(file, { timeout: PATIENCE, enableForeignKeyConstraints: true, readOnly });
    if (image) connection.deserialize(image);
    connection.exec(
      `${readOnly ? '' : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; '}` +
        `PRAGMA busy_timeout = ${BLOCKING_PATIENCE}; ` +
        `PRAGMA cache_size = -${cacheMegabytes * 1024}; PRAGMA wal_autocheckpoint = ${CHECKPOINT}; ` +
        // SQLite copies every page that a savepoint changes: in a temporary file, some 170 writes for a renewal.
        'PRAGMA temp_store = MEMORY',
    );
    if (file !== ':memory:' && statSync(file).size <= checkedAtStart) checkStructure(connection);
    return connection;
  } catch (error) {
    connection?.close();
    const trouble = startupTrouble({ place: file, troubleOf: sqliteTrouble }, error);
    if (trouble) throw trouble;
    throw new OperatorTrouble(
      `Cannot ${readOnly ? 'read' : 'write'} the database ${file} (${reason(error)}). Let this user write to its folder, or set DATA_DIR to a folder it can write to.`,
      { cause: error },
    );
  }
};

/**
 * Step by step, because Node's recursive `mkdir` never returns in a folder such as `/proc` where none can be created.
 */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
};

/** Permissions of a file that only its owner reads and writes. */
const PRIVATE = 0o600;

/**
 * Creates the database if it is missing, and lets only its owner read it. SQLite gives the mode of the database to the
 * files beside it.
 */
const makePrivate = (file: string): void => {
  try {
    // An existing file is not opened: closing it would release the locks that another connection of this process holds.
    closeSync(openSync(file, 'wx', PRIVATE));
  } catch (error) {
    if (!existsSync(file)) throw error;
  }
  for (const each of [file, `${file}-wal`, `${file}-shm`]) restrict(each);
};

const restrict = (file: string): void => {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, PRIVATE);
  } catch {
    // The file is absent, belongs to another user, or is on a file system without permissions.
  }
};

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const preparing = (connection: DatabaseSync): ((sql: string) => StatementSync) => {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = connection.prepare(inSqlite(sql));
    statements.set(sql, statement);
    return statement;
  };
};

/**
 * SQLite reads `$1` as a name and `?1` as a position, has another name for `strpos`, and compares byte by byte without
 * a collation. It plans with the value of a parameter that is all of a limit, and compiles the statement again for each
 * execution, which takes ten times as long as a short one.
 */
export const inSqlite = (sql: string): string =>
  positional(sql.replaceAll(/\bLIMIT \$(\d+)/g, 'LIMIT $$$1 + 0'))
    .replaceAll('strpos(', 'instr(')
    .replaceAll(/ COLLATE "(?:C|default)"/g, '');

/**
 * A bare `?` is the parameter after the highest one so far. It is written wherever that is the one meant, because Node
 * searches the list of all numbered parameters for each value that it binds.
 */
const positional = (sql: string): string => {
  let highest = 0;
  return sql.replaceAll(/\$(\d+)/g, (_, digits: string) => {
    const position = Number(digits);
    const isNext = position === highest + 1;
    highest = Math.max(highest, position);
    return isNext ? '?' : `?${position}`;
  });
};

/** Reads outside the transactions of the callers. */
interface SharedReads {
  /** Called before a statement is executed outside a transaction. */
  readonly share: (sql: string) => void;
  /** Called before anything else is executed. */
  readonly end: () => void;
}

/**
 * Reads that follow one another without an event in between share a transaction: they see the same snapshot, and this
 * process cannot know of anything newer. Each of its own would lock and unlock the file, which takes longer than most
 * of them.
 */
const sharingReads = (connection: DatabaseSync, prepared: (sql: string) => StatementSync): SharedReads => {
  const begin = prepared('BEGIN');
  // Nothing was written, and of a corrupt file a commit would fail.
  const rollBack = prepared('ROLLBACK');
  let open = false;
  const end = (): void => {
    if (open && connection.isTransaction) rollBack.run();
    open = false;
  };
  const share = (sql: string): void => {
    if (!IS_READ.test(sql)) end();
    else if (!connection.isTransaction) {
      begin.run();
      open = true;
      // Runs once no promise is left to continue, before the next event.
      process.nextTick(end);
    }
  };
  return { share, end };
};

/** Some pragmas are refused in a transaction. */
const IS_READ = /^SELECT\b/;

/** The queries of one transaction. */
interface Scope {
  readonly queries: Queries;
  /** Whether a query waits for the next turn. */
  readonly turning: () => boolean;
  readonly end: () => void;
}

/** Once the transaction has ended, its queries are rejected: they would run in another one. */
const inTransaction = (prepared: (sql: string) => StatementSync): Scope => {
  let open = true;
  let turning = 0;
  let done = 0;
  const run = async <T>(
    sql: string,
    values: readonly Value[],
    how: (found: StatementSync, all: Bound) => T,
  ): Promise<T> => {
    if (!open) throw new Error('A transaction was used after it had ended.');
    const result = how(prepared(sql), bound(values));
    done += STATEMENT + values.length;
    if (done < TURN) return result;
    done = 0;
    turning += 1;
    await nextTurn();
    turning -= 1;
    return result;
  };
  const queries: Queries = {
    all: (sql, values = []) => run(sql, values, readAll),
    get: (sql, values = []) => run(sql, values, readFirst),
    run: (sql, values = []) => run(sql, values, countChanges),
    write: (sql, values = []) => run(sql, values, change),
    transaction: (work) => work(queries),
  };
  const end = (): void => {
    open = false;
  };
  return { queries, turning: () => turning > 0, end };
};

type Bound = (string | number | null)[];

// They have names so that a profile shows them.
const readAll = (found: StatementSync, values: Bound): Row[] => found.all(...values);
const readFirst = (found: StatementSync, values: Bound): Row | undefined => found.get(...values);
const countChanges = (found: StatementSync, values: Bound): number => Number(found.run(...values).changes);
const change = (found: StatementSync, values: Bound): void => void found.run(...values);

/** SQLite has no booleans of its own. */
export const bound = (values: readonly Value[]): Bound =>
  values.map((value) => (typeof value === 'boolean' ? Number(value) : value));

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Every query of a transaction resolves at once, or in the next turn if the transaction is long. A transaction still
 * open after a turn without a query is awaiting something that it must not await.
 */
const withinItsTurns = <T>(work: Promise<T>, { turning }: Scope): Promise<T> =>
  new Promise((resolve, reject) => {
    const judge = (): void => {
      if (turning()) turn = setImmediate(judge);
      else reject(new Error('A transaction awaited something other than its own queries, and was undone.'));
    };
    let turn = setImmediate(judge);
    const ending =
      <V>(settle: (value: V) => void) =>
      (value: V): void => {
        clearImmediate(turn);
        settle(value);
      };
    work.then(ending(resolve), ending(reject));
  });

/** Returns the error that kept the transaction from beginning. */
const beginWhenFree = async (begin: StatementSync): Promise<unknown> => {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      begin.run();
      return undefined;
    } catch (error) {
      if (!isBusy(error)) return error;
      if (performance.now() > deadline) return new Failure('service_unavailable');
      await delay(1);
    }
  }
};
