import { describe, onTestFinished } from 'vitest';
import { testPostgres } from '../database.ts';
import { malformedRequests } from './malformed-story.ts';

const ALL = { diverse: 1, others: 1 };

describe('on SQLite', () => malformedRequests({ oneIn: ALL }));
describe('on PostgreSQL', () =>
  malformedRequests({
    oneIn: ALL,
    database: async () => {
      const database = await testPostgres();
      onTestFinished(() => database.close());
      return database.url;
    },
  }));
