import { freshSchema, startPostgres } from '../../test/postgres.ts';

/**
 * Opens an empty schema on the server of `DATABASE_URL`, or else on one that the tests use, which does not wait for the
 * disk. Adds to `cleanup` what removes them again, the last first. Returns the address of the schema.
 */
export const openBenchPostgres = async (cleanup: (() => Promise<unknown>)[]): Promise<string> => {
  const given = process.env.DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres();
  cleanup.unshift(server.stop);
  const schema = await freshSchema(server.url);
  cleanup.unshift(schema.drop);
  return schema.url;
};
