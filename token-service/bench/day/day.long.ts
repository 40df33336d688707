import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '../../test/database.ts';
import { planDay } from './plan.ts';
import { linesOf } from './report.ts';
import { runDay } from './run.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const PLAN = planDay({ subscriptions: 600, hours: 4, speed: 1800, others: 12 });

const ENGINES = {
  async SQLite() {
    const dataDir = await mkdtemp(join(tmpdir(), 'day-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    return { dataDir, databaseUrl: null };
  },
  async PostgreSQL() {
    const database = await testPostgres();
    undo.push(database.close);
    return { dataDir: ':memory:', databaseUrl: database.url };
  },
};

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a small day on %s does all that was due, and measures each',
  async (engine) => {
    const report = await runDay(await ENGINES[engine](), PLAN);
    expect([...report.refused]).toEqual([]);
    expect([report.notRenewed, report.notDelivered]).toEqual([0, 0]);
    const count = (kind: string, isOther: boolean): number =>
      report.samples.filter((sample) => sample.kind === kind && sample.isOther === isOther).length;
    // Purchases of a day; and the renewals: 600 / 30 / 2 = 10 at once, and 600 / 30 * 4 / 24 / 2 = 2 during the day.
    expect(count('purchase', false)).toBe(1);
    expect(count('renewal', false)).toBe(12);
    // 12 purchases and as many renewals in each of four hours.
    expect(count('purchase', true)).toBe(48);
    expect(count('renewal', true)).toBe(48);
    expect(count('webhook', true)).toBeGreaterThan(200);
    // 12 customers in its hour, who are told that the gateway does not answer.
    expect(count('purchase at the dead gateway', false)).toBe(12);
    expect(report.watched.memory.largest).toBeGreaterThan(50);
    const lines = linesOf(report).join('\n');
    for (const role of ['calm', 'dead gateway', 'dead endpoint']) {
      for (const kind of ['purchase', 'renewal', 'webhook']) expect(lines).toContain(`${kind} of shops, ${role}`);
    }
  },
);
