import { afterAll, beforeAll, describe } from 'vitest';
import { type TestDatabase, testPostgres } from '../database.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../service.ts';

type Story = (service: () => TestService) => void;
type Options = Omit<TestServiceOptions, 'databaseUrl'>;

/** Runs the same tests against a service on each engine. Call `service()` only inside a test. */
export const onBothEngines = (title: string, story: Story, options: Options = {}): void => {
  onSqlite(title, story, options);
  onPostgres(title, story, options);
};

export const onSqlite = (title: string, story: Story, options: Options = {}): void => {
  describe(`${title}, on SQLite`, () => {
    story(started(() => startTestService({ ...options, env: { RATE_LIMIT: 'off', ...options.env } })));
  });
};

export const onPostgres = (title: string, story: Story, options: Options = {}): void => {
  describe(`${title}, on PostgreSQL`, () => {
    let database: TestDatabase;
    const service = started(async () => {
      database = await testPostgres();
      const env = { RATE_LIMIT: 'off', ...options.env };
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
