import { afterAll, beforeAll, describe } from 'vitest';
import { type TestDatabase, testPostgres } from '../database.ts';
import { describeRows } from './describe.ts';
import { openRealService } from './real-service.ts';
import type { Tables } from './tables.ts';

/** Runs every row of the tables against the whole service on PostgreSQL. */
export const describeOnPostgres = (tables: Tables): void => {
  describe('the whole service on PostgreSQL', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await testPostgres();
    });
    afterAll(() => database?.close());

    for (const [table, rows] of tables) describeRows(table, rows, () => openRealService({ databaseUrl: database.url }));
  });
};
