import type { Database, Queries, Value } from '../../src/adapters/storage/database.ts';

/** `selling` is the whole use case, including storage. */
type Part = 'parsing' | 'selling' | 'storage' | 'rendering';

/** Measures where requests spend their time. */
export const openSpent = () => {
  let total: Record<Part, number> = { parsing: 0, selling: 0, storage: 0, rendering: 0 };
  let requests = 0;
  let statements = new Map<string, { count: number; time: number }>();

  const note = (sql: string, time: number): void => {
    const known = statements.get(sql) ?? { count: 0, time: 0 };
    statements.set(sql, { count: known.count + 1, time: known.time + time });
  };
  const counted = (queries: Queries): Queries => {
    const timed =
      <T>(ask: (sql: string, values?: readonly Value[]) => Promise<T>) =>
      async (sql: string, values?: readonly Value[]): Promise<T> => {
        const began = performance.now();
        try {
          return await ask(sql, values);
        } finally {
          note(sql, performance.now() - began);
        }
      };
    return {
      all: timed(queries.all),
      get: timed(queries.get),
      run: timed(queries.run),
      write: timed(queries.write),
      transaction: (work) => queries.transaction((inside) => work(counted(inside))),
    };
  };

  return {
    add(part: Part, time: number): void {
      total[part] += time;
    },
    request(): void {
      requests += 1;
    },
    reset(): void {
      total = { parsing: 0, selling: 0, storage: 0, rendering: 0 };
      requests = 0;
      statements = new Map();
    },
    /** Wraps a database and counts its statements. */
    watch: (database: Database): Database => ({
      ...database,
      ...counted(database),
      transaction: (work, ...how) => database.transaction((queries) => work(counted(queries)), ...how),
    }),
    /** Milliseconds per request. */
    parsing: (): number => total.parsing / requests,
    /** Shares of the total time: parsing, pricing, storage, rendering. */
    shares(): readonly [parsing: number, pricing: number, storage: number, rendering: number] {
      const { parsing, selling, storage, rendering } = total;
      const whole = parsing + selling + rendering;
      // Concurrent reads are counted individually.
      const stored = Math.min(storage, selling);
      return [parsing / whole, (selling - stored) / whole, stored / whole, rendering / whole];
    },
    statements: (): number => [...statements.values()].reduce((sum, { count }) => sum + count, 0) / requests,
    report: (): string =>
      [...statements]
        .toSorted(([, a], [, b]) => b.time - a.time)
        .map(([sql, { count, time }]) => {
          const each = `${((time / count) * 1000).toFixed(0)} us`;
          return `${(count / requests).toFixed(2).padStart(6)} ${each.padStart(8)}  ${sql.replaceAll(/\s+/g, ' ').slice(0, 140)}`;
        })
        .join('\n'),
  };
};

export type Spent = ReturnType<typeof openSpent>;
