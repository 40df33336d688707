import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Database } from '../../src/adapters/storage/database.ts';
import { ENGINES, type Ground, openGround } from './ground.ts';
import { recognizedOf } from './recognition-oracle.ts';
import { type LivedSite, movesTheRevenue } from './revenue-lives.ts';

/** Milliseconds of a statement: the reports of many lives are made on a busy machine. */
const STATEMENT = 5 * 60_000;

/** Declares the test of random lives on an engine: their movements of revenue, and what their invoices earn. */
export const earnedLives = (engine: string, count: number, seed: number): void => {
  describe(`revenue on ${engine}`, () => {
    let ground: Ground;
    beforeAll(async () => {
      const chosen = ENGINES.find(({ name }) => name === engine);
      if (!chosen) throw new Error(`There is no engine ${engine}`);
      ground = await openGround(chosen, { statementMs: STATEMENT });
    });
    afterAll(() => ground?.close());
    movesTheRevenue(() => ground.service, count, seed, {
      // As the server of a deployment does by itself: its plans need statistics.
      prepare: async () => ground.database.engine === 'postgres' && (await ground.database.run('ANALYZE')),
      recognize: (site) => earnsAsCounted(ground.database, site),
    });
  });
};

interface Recognized {
  readonly billed: number;
  readonly earned: number;
}

/** Checks that each customer of a site earns in each month what the oracle makes of the invoices. */
const earnsAsCounted = async (database: Database, { siteId, from, to, report }: LivedSite): Promise<void> => {
  const reported = new Map<string, Recognized>();
  for (let month = Temporal.PlainYearMonth.from(from); `${month}` <= to.slice(0, 7); month = month.add({ months: 1 })) {
    const last = month.toPlainDate({ day: month.daysInMonth }).toString();
    for (const row of await report('schedules', { from: `${month}-01`, to: last < to ? last : to })) {
      const key = `${row.account_code} ${month}`;
      const { billed, earned } = reported.get(key) ?? { billed: 0, earned: 0 };
      reported.set(key, { billed: billed + Number(row.billed), earned: earned + Number(row.earned) });
    }
  }
  const counted = await recognizedOf(database, siteId, to);
  expect(counted.size).toBeGreaterThan(0);
  expect(withoutNothing(reported)).toEqual(withoutNothing(counted));
};

const withoutNothing = (sums: ReadonlyMap<string, Recognized>) =>
  Object.fromEntries([...sums].filter(([, { billed, earned }]) => billed !== 0 || earned !== 0).toSorted());
