import type { Database, Queries } from '../database.ts';

/** Returns the engine, which adds the text of each statement that it is asked for to `texts`. */
export const recordingStatements = (engine: Database, texts: Set<string>): Database => {
  const asking = (to: Queries): Pick<Queries, 'all' | 'get' | 'run' | 'write'> => ({
    all: (sql, values) => to.all(texts.add(sql) && sql, values),
    get: (sql, values) => to.get(texts.add(sql) && sql, values),
    run: (sql, values) => to.run(texts.add(sql) && sql, values),
    write: (sql, values) => to.write(texts.add(sql) && sql, values),
  });
  const within = (queries: Queries): Queries => ({
    ...asking(queries),
    transaction: (work) => queries.transaction((nested) => work(within(nested))),
  });
  return {
    ...engine,
    ...asking(engine),
    transaction: (work, queue, how) => engine.transaction((queries) => work(within(queries)), queue, how),
  };
};
