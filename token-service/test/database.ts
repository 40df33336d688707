/** Databases for test files: without records, separate for each file, and removed afterwards. */
import { inject } from 'vitest';
import { startMigratedPostgres, TEMPLATE } from './migrated.ts';
import type {} from './postgres.setup.ts';
import { createDatabase, freshSchema, type PostgresServer } from './postgres.ts';

export interface TestDatabase {
  /** The value of `DATABASE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Creates a PostgreSQL database without records: an empty schema on `TEST_DATABASE_URL`, else a database with the
 * current schema on the server of the test run, else on a server of this file. Call `close` in `afterAll`.
 */
export const testPostgres = async (): Promise<TestDatabase> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    const schema = await freshSchema(given);
    return { url: schema.url, close: schema.drop };
  }
  const server = await serverOfRun();
  const database = await createDatabase(server.url, `test_${crypto.randomUUID().replaceAll('-', '')}`, TEMPLATE);
  return {
    url: database.url,
    async close() {
      await database.drop();
      await server.stop();
    },
  };
};

const serverOfRun = async (): Promise<PostgresServer> => {
  const desk = inject('postgres');
  if (!desk) return startMigratedPostgres();
  const answer = await fetch(desk);
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  return { url, stop: async () => {} };
};
