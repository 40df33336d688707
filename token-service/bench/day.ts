/**
 * Benchmark of a simulated day: `npm run bench -- day`. A merchant with a million subscriptions at 60 times its speed,
 * on both engines: renewals, half of them in one second; purchases; webhooks; operators at the console, and files that
 * they save. Three small shops share the service, and so do a site whose gateway never answers and one whose endpoint
 * never answers. Prints p50 and p99 of each, the greatest ages of queues, the memory of the service and what was left,
 * and how much longer than in calm hours the shops took while another site had trouble: at most 1.5 times. Retries of
 * webhooks and lookups of payments keep their own times. `--subscriptions 100000 --hours 4 --speed 60` makes the day
 * smaller, `--others 240` sets the purchases of the shops in an hour, `--engine sqlite` or `--engine postgres` leaves
 * the other one out.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { StorageConfig } from '../src/adapters/storage/storage.ts';
import { planDay } from './day/plan.ts';
import { linesOf, MOST_SLOWER, slowed } from './day/report.ts';
import { runDay } from './day/run.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';

const { values } = parseArgs({
  options: {
    subscriptions: { type: 'string', default: '1000000' },
    hours: { type: 'string', default: '24' },
    speed: { type: 'string', default: '60' },
    others: { type: 'string', default: '240' },
    engine: { type: 'string' },
  },
});
const plan = planDay({
  subscriptions: Number(values.subscriptions),
  hours: Number(values.hours),
  speed: Number(values.speed),
  others: Number(values.others),
});
const cleanup: (() => Promise<unknown>)[] = [];
const missed: string[] = [];

const measure = async (engine: string, config: StorageConfig): Promise<void> => {
  const report = await runDay(config, plan, (line) => console.log(`${engine}: ${line}`));
  console.log(`${engine}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  for (const line of linesOf(report)) console.log(`  ${line}`);
  missed.push(...slowed(report).map(({ kind, role }) => `${kind} beside a ${role} on ${engine}`));
  if (report.notRenewed + report.notDelivered > 0) missed.push(`something was left on ${engine}`);
};

try {
  if (values.engine !== 'postgres') {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-day-'));
    cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
    await measure('SQLite', { dataDir, databaseUrl: null });
  }
  if (values.engine !== 'sqlite') {
    await measure('PostgreSQL', { dataDir: ':memory:', databaseUrl: await openBenchPostgres(cleanup) });
  }
  if (missed.length > 0) {
    console.log(`MISSED (at most ${MOST_SLOWER} times): ${missed.join(', ')}.`);
    process.exitCode = 1;
  }
} finally {
  for (const undo of cleanup) await undo();
}
