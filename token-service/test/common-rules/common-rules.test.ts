import { describe } from 'vitest';
import { describeRows } from './describe.ts';
import { describeOnPostgres } from './on-postgres.ts';
import { openRealService } from './real-service.ts';
import { databaseTables, tables } from './tables.ts';

describe('the whole service on SQLite', () => {
  for (const [table, rows] of tables) describeRows(table, rows, openRealService);
});

/** `common-rules.long.ts` runs the others, which no engine decides. */
describeOnPostgres(databaseTables);
