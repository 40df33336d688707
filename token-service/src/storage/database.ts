/** What a placeholder can carry. Both engines take and give whole numbers as `number`. */
export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, unknown>>;

/** Plain SQL with `$n` placeholders. A text is prepared once, so build it from constants, never from values. */
export interface Queries {
  all(sql: string, values?: readonly Value[]): Promise<Row[]>;
  get(sql: string, values?: readonly Value[]): Promise<Row | undefined>;
  /** Answers how many rows changed. */
  run(sql: string, values?: readonly Value[]): Promise<number>;
  /**
   * Writes, and asks for no answer. Inside a transaction it may still be on its way when this resolves: what goes wrong
   * with it is thrown by a later query, or by the end of the transaction, and undoes everything.
   */
  write(sql: string, values?: readonly Value[]): Promise<void>;
  /** Joins the transaction it is called in, or opens one. */
  transaction<T>(work: Work<T>): Promise<T>;
}

/**
 * May be run again from the start, and awaits nothing but the queries it is given. What it throws undoes everything.
 */
export type Work<T> = (queries: Queries) => Promise<T>;

/** `full`: nothing can be written. `corrupt`: what is read may be wrong. */
export type DiskTrouble = 'full' | 'corrupt';

/** One engine. `all` and `get` outside a transaction see committed rows only. */
export interface Database extends Queries {
  readonly engine: 'sqlite' | 'postgres';
  /** The file, or host and database, for messages to the operator. */
  readonly place: string;
  /**
   * Resolves once the work is durable. Works on one `line` that conflict are retried one after the other; those that
   * would surely conflict say `alone`, and run one after the other from the start.
   */
  transaction<T>(work: Work<T>, line?: string, alone?: boolean): Promise<T>;
  /** What an error of this engine says about its disk. */
  troubleOf(error: unknown): DiskTrouble | undefined;
  /** Resolves when the engine answers and can read its database, without relying on what this process has in memory. */
  check(): Promise<void>;
  /** Whether so little room is left on the disk that a write may fail. An engine that cannot tell says no. */
  isNearlyFull(): Promise<boolean>;
  close(): Promise<void>;
}
