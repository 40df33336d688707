/**
 * Benchmark of reports: `npm run bench -- reports`. Fills a site with 100,000 accounts and a million invoices, as the
 * benchmark of the console does, with the movements of the ledger and of recurring revenue, on both engines, and makes
 * each report about the last whole month, and about the year. `npm run bench -- reports aging revenue` makes these
 * only; `--invoices 100000` fills fewer, `--engine sqlite` or `--engine postgres` leaves the other one out.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Records } from '@service/billing/ports/storage.ts';
import { type AskedDays, openReport } from '@service/billing/queries/reports/open-report.ts';
import { isReportName, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { DAY, type Seconds } from '@service/billing/values/time.ts';
import { openStorage, type StorageConfig } from '../src/adapters/storage/storage.ts';
import { machineClock, openWorld } from '../src/runtime/world.ts';
import { megabytes } from './accounts/words.ts';
import { databaseCpu } from './console/cpu.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';
import { fillReports } from './reports/fill.ts';

/** The aim for each report, in seconds. */
const MOST_SECONDS = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { accounts: { type: 'string' }, invoices: { type: 'string' }, engine: { type: 'string' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(REPORTS);
for (const name of names) {
  if (!isReportName(name))
    throw new Error(`There is no report "${name}". There are: ${Object.keys(REPORTS).join(', ')}.`);
}
const size = { accounts: Number(values.accounts ?? 100_000), invoices: Number(values.invoices ?? 1_000_000) };
const cleanup: (() => Promise<unknown>)[] = [];

/** Returns the reports that take longer than the aim. */
const measure = async (engine: string, config: StorageConfig): Promise<string[]> => {
  const began = performance.now();
  await fillReports(config, size);
  const filled = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${engine}: ${size.accounts.toLocaleString('en')} accounts and ${size.invoices.toLocaleString('en')} invoices, ` +
      `filled in ${filled} s\n`,
  );
  const opened = await openStorage(config, openWorld(machineClock));
  cleanup.unshift(() => opened.close());
  const site = await opened.sites.find('demo');
  if (!site) throw new Error('There is no demo site.');
  const at = Math.floor(machineClock.now() / 1000);
  const today = dayIn(site.time_zone, at);
  const lastOfMonth = dayIn(site.time_zone, at - Number(today.slice(8)) * DAY);
  await keepDays(opened.storage.of(site.id), at);
  const readDatabase = config.databaseUrl === null ? undefined : await databaseCpu(config.databaseUrl);
  const spent = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000 + (readDatabase?.() ?? 0) / 1000;
  };
  const late: string[] = [];
  const make = async (name: string, label: string, asked: AskedDays): Promise<void> => {
    const [from, before] = [performance.now(), spent()];
    const report = await openReport({ storage: opened.storage })({ site, at }, name, asked);
    let rows = 0;
    for await (const _ of report.rows()) rows += 1;
    const [seconds, cpu] = [(performance.now() - from) / 1000, spent() - before];
    if (seconds > MOST_SECONDS) late.push(`${name} about ${label} on ${engine}`);
    console.log(
      `${engine}, ${name.padEnd(16)} ${label.padEnd(9)} ${seconds.toFixed(2).padStart(7)} s, ` +
        `${cpu.toFixed(2).padStart(7)} s of CPU; ` +
        `${rows.toLocaleString('en').padStart(9)} rows, ${Math.round(rows / seconds)
          .toLocaleString('en')
          .padStart(7)} a second; ` +
        `memory ${megabytes(process.memoryUsage().rss)}, load ${loadavg()[0]?.toFixed(1)}`,
    );
  };
  for (const name of names) {
    const { about }: { readonly about: 'day' | 'period' } = REPORTS[name as keyof typeof REPORTS];
    if (about === 'day') await make(name, 'yesterday', { to: dayIn(site.time_zone, at - DAY) });
    else {
      await make(name, 'a month', { from: `${lastOfMonth.slice(0, 8)}01`, to: lastOfMonth });
      await make(name, 'a year', { from: dayIn(site.time_zone, at - 364 * DAY), to: today });
    }
  }
  return late;
};

/** Keeps the sums of the days of the ledger that are over, as the worker does. */
const keepDays = async ({ ledger }: Pick<Records, 'ledger'>, to: Seconds): Promise<void> => {
  const began = performance.now();
  let kept = 0;
  for (let from: Seconds = 0; from < to; ) {
    const { days, until } = await ledger.staleDays({ from, to });
    for (const day of days) await ledger.keepDay(day);
    kept += days.length;
    from = until;
  }
  console.log(`the sums of ${kept} days of the ledger kept in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
};

const onSqlite = async (): Promise<string[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-reports-'));
  cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
  return measure('SQLite', { dataDir, databaseUrl: null });
};

const onPostgres = async (): Promise<string[]> => {
  return measure('PostgreSQL', { dataDir: ':memory:', databaseUrl: await openBenchPostgres(cleanup) });
};

try {
  const late: string[] = [];
  if (values.engine !== 'postgres') late.push(...(await onSqlite()));
  if (values.engine !== 'sqlite') late.push(...(await onPostgres()));
  console.log(
    late.length === 0
      ? `Every report takes at most ${MOST_SECONDS} s.`
      : `NOT within ${MOST_SECONDS} s, and therefore better run in the background: ${late.join(', ')}.`,
  );
} finally {
  for (const undo of cleanup) await undo();
}
