/** Databases for test files: empty, separate for each file, and removed afterwards. */
import { inject } from 'vitest';
import type {} from './postgres.setup.ts';
import { freshSchema, type PostgresServer, startPostgres } from './postgres.ts';

export interface TestDatabase {
  /** The value of `DATABASE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Creates an empty PostgreSQL database: a new schema on `TEST_DATABASE_URL`, else on the server of the test run, else
 * on a server of this file. Call `close` in `afterAll`.
 */
export const testPostgres = async (): Promise<TestDatabase> => {
  const { url, stop } = await serverOfRun();
  const schema = await freshSchema(url);
  return {
    url: schema.url,
    async close() {
      await schema.drop();
      await stop();
    },
  };
};

const serverOfRun = async (): Promise<PostgresServer> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const desk = inject('postgres');
  if (!desk) return startPostgres();
  const answer = await fetch(desk);
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  return { url, stop: async () => {} };
};
