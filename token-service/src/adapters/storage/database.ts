import type { Millis } from '@service/billing/values/time.ts';

/** The values of placeholders. Both engines accept and return whole numbers as `number`. */
export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, unknown>>;

/** A text of SQL and the values of its placeholders. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Plain SQL with `$n` placeholders. Each text is prepared once, so build it from constants, never from values. */
export interface Queries {
  all(sql: string, values?: readonly Value[]): Promise<Row[]>;
  get(sql: string, values?: readonly Value[]): Promise<Row | undefined>;
  /** Returns the number of changed rows. */
  run(sql: string, values?: readonly Value[]): Promise<number>;
  /**
   * Writes without waiting for the result. Inside a transaction the statement may still be running when this resolves:
   * its error is thrown by a later query, or at the end of the transaction, and rolls everything back.
   */
  write(sql: string, values?: readonly Value[]): Promise<void>;
  /** Joins the transaction it is called in, or opens one. */
  transaction<T>(work: Work<T>): Promise<T>;
}

/**
 * May be run again from the start, and must await nothing but the queries it is passed. If it throws, everything is
 * rolled back.
 */
export type Work<T> = (queries: Queries) => Promise<T>;

/** `full`: nothing can be written. `corrupt`: what is read may be wrong. */
export type DiskTrouble = 'full' | 'corrupt';

/** `read-only`: the server is a standby, which a fail-over has not promoted, or was told to refuse writes. */
export type StorageTrouble = DiskTrouble | 'read-only';

export interface How {
  /** The transaction always conflicts with others of its queue, so it runs after them from the start. */
  readonly serial?: boolean | undefined;
  /** All rows that the transaction touches are this account's, apart from counters that a single statement changes. */
  readonly account?: string | undefined;
  /** Its statements may take as long as they need, for example those of a migration. */
  readonly slow?: boolean | undefined;
}

/** The connections of a process to its database server. */
export interface PoolState {
  readonly busy: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** One engine. `all` and `get` outside a transaction see committed rows only. */
export interface Database extends Queries {
  readonly engine: 'sqlite' | 'postgres';
  /** The file, or host and database, for messages to the operator. */
  readonly place: string;
  /**
   * Resolves once the work is durable. Conflicting transactions in the same `queue` are retried one after the other.
   * Serial transactions of different accounts may be committed together.
   */
  transaction<T>(work: Work<T>, queue?: string, how?: How): Promise<T>;
  /** Returns the disk trouble that an error of this engine indicates. */
  troubleOf(error: unknown): DiskTrouble | undefined;
  /**
   * Resolves when the engine responds and can read its database, without relying on caches of this process: with
   * `read-only` where it refuses writes that this process is meant to make.
   */
  check(): Promise<'read-only' | undefined>;
  /** Whether so little disk space is left that a write may fail. False for an engine that cannot determine it. */
  isNearlyFull(): Promise<boolean>;
  /** Returns the time of the server, which need not be that of this machine. Missing where there is no server. */
  time?(): Promise<Millis>;
  /** Returns what the connections of this process do. Missing where there is one only. */
  pool?(): PoolState;
  close(): Promise<void>;
}
