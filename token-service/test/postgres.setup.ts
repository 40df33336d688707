/**
 * One PostgreSQL server for a whole test run: Vitest’s `globalSetup`. The server starts when the first test file asks
 * for it, so that a run without such a test does not wait for it. With `TEST_DATABASE_URL` that server is used instead.
 */
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { startMigratedPostgres } from './migrated.ts';
import type { PostgresServer } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Responds to GET with the URL of the server, which has the template of `migrated.ts`. */
    postgres: string;
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  let server: Promise<PostgresServer> | undefined;
  const desk = createServer((_request, response) => {
    server ??= startMigratedPostgres();
    server.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  const address = desk.address();
  project.provide('postgres', `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);

  return async () => {
    desk.close();
    await (await server)?.stop();
  };
};
