import { DUE_KIND_NAMES } from '@service/billing/domain/due/kinds.ts';
import { expect, test } from 'vitest';
import { machineClock } from '../../../runtime/world.ts';
import type { Queries } from '../database.ts';
import { recordsOf } from './index.ts';

test('storage finds the items of every kind of due work, each in one place', async () => {
  const statements: string[] = [];
  const queries: Queries = {
    all: async (sql) => {
      statements.push(sql);
      return [];
    },
    get: async () => undefined,
    run: async () => 0,
    write: async () => {},
    transaction: (work) => work(queries),
  };
  await recordsOf(queries, 'a site', machineClock).due.overdue(0, 1);
  const [sql = ''] = statements;
  const kinds = [...sql.matchAll(/SELECT f\.failures FROM due_failures f .*? AND f\.kind = '(\w+)'/g)];
  expect(kinds.map(([, kind]) => kind).toSorted()).toEqual(DUE_KIND_NAMES.toSorted());
});
