import { afterAll, beforeAll, describe } from 'vitest';
import { type TestDatabase, testPostgres } from '../database.ts';
import { describeRows } from './describe.ts';
import { openRealService } from './real-service.ts';
import { tables } from './tables.ts';

describe('the whole service on SQLite', () => {
  for (const [table, rows] of tables) describeRows(table, rows, openRealService);
});

describe('the whole service on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testPostgres();
  });
  afterAll(() => database?.close());

  for (const [table, rows] of tables) describeRows(table, rows, () => openRealService({ databaseUrl: database.url }));
});
