import { afterAll, beforeAll, describe } from 'vitest';
import { type TestDatabase, testPostgres } from '../database.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../service.ts';

/** Tells the same story to a service on each engine. `service()` is there once the first test runs. */
export const onBothEngines = (
  title: string,
  story: (service: () => TestService) => void,
  options: Omit<TestServiceOptions, 'databaseUrl'> = {},
): void => {
  const env = { RATE_LIMIT: 'off', ...options.env };

  describe(`${title}, on SQLite`, () => {
    story(started(() => startTestService({ ...options, env })));
  });

  describe(`${title}, on PostgreSQL`, () => {
    let database: TestDatabase;
    const service = started(async () => {
      database = await testPostgres();
      return startTestService({ ...options, env, databaseUrl: database.url });
    });
    story(service);
    afterAll(() => database?.close());
  });
};

const started = (start: () => Promise<TestService>): (() => TestService) => {
  let service: TestService;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service?.close());
  return () => service;
};
