import { Failure } from '@service/billing/values/failure.ts';
import type { Database, Queries } from '../../src/adapters/storage/database.ts';

/** A database of which a single read fails, as during a short outage. */
export interface FailingReads {
  readonly database: Database;
  /** Lets a read fail, counted from now: the first one is 0. */
  failAt(read: number): void;
  /** Lets every read succeed. Returns how many there were since `failAt`. */
  recover(): number;
}

export const failingReads = (database: Database): FailingReads => {
  let [count, failing] = [0, Number.POSITIVE_INFINITY];
  const reading = <Read>(read: () => Promise<Read>): Promise<Read> => {
    count += 1;
    return count - 1 === failing ? Promise.reject(new Failure('service_unavailable')) : read();
  };
  const readsOf = (queries: Queries): Pick<Queries, 'all' | 'get'> => ({
    all: (sql, values) => reading(() => queries.all(sql, values)),
    get: (sql, values) => reading(() => queries.get(sql, values)),
  });
  const inside = (queries: Queries): Queries => ({
    ...readsOf(queries),
    run: (sql, values) => queries.run(sql, values),
    write: (sql, values) => queries.write(sql, values),
    transaction: (work) => queries.transaction((deeper) => work(inside(deeper))),
  });
  return {
    database: {
      ...database,
      ...readsOf(database),
      transaction: (work, queue, how) => database.transaction((queries) => work(inside(queries)), queue, how),
    },
    failAt(read) {
      [count, failing] = [0, read];
    },
    recover() {
      failing = Number.POSITIVE_INFINITY;
      return count;
    },
  };
};
