import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../src/adapters/storage/postgres.ts';
import { textIn } from '../account-pages/customer.ts';
import { type TestDatabase, testPostgres } from '../database.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

/** More entries, two of each, than a page reads. They are of today, whose sums are not kept before it is over. */
const MOVEMENTS = 126_000;

let service: TestService;
let database: TestDatabase;
let finance: RoleBrowser;
beforeAll(async () => {
  database = await testPostgres();
  service = await startTestService({ databaseUrl: database.url, env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  finance = await withRole(service, ['finance']);
  const site = await service.service.opened.sites.find('demo');
  const queries = await openPostgres(database.url);
  const at = Math.floor(service.clock.now() / 1000) - 3600;
  await queries.run(
    'INSERT INTO ledger_movements (site_id, id, at, kind, account_id, subject, currency) ' +
      "SELECT $1, 'movement-' || n, $2 - n % 5000, 'invoice.posted', NULL, 'test', 'USD' FROM generate_series(1, $3) AS n",
    [site?.id ?? '', at, MOVEMENTS],
  );
  for (const [line, account, amount] of [
    [0, 'receivable', 100],
    [1, 'revenue', -100],
  ] as const) {
    await queries.run(
      'INSERT INTO ledger_entries (site_id, movement_id, line, account, amount) ' +
        "SELECT site_id, id, $2, $3, $4 FROM ledger_movements WHERE site_id = $1 AND subject = 'test'",
      [site?.id ?? '', line, account, amount],
    );
  }
  await queries.close();
}, 120_000);
afterAll(async () => {
  await service?.close();
  await database?.close();
});

it.each(['ledger', 'aging', 'postings', 'revenue'])(
  'the page of %s offers to run a long report in the background',
  async (name) => {
    const { status, html } = await finance.get(`/reports/${name}`);
    expect(status).toBe(200);
    expect(textIn(html)).toContain('A long report The report reads more than 250,000 records');
    expect(html).toMatch(new RegExp(`formaction="/reports/${name}/run"[^>]*>Run in the background<`));
    expect(html).not.toContain('<tbody>');
  },
);

it('a report with its comparison is made in the background, and then its page has it', async () => {
  const { status, location } = await finance.submit('/reports/ledger/run');
  expect(status).toBe(303);
  await service.dueWork();
  const run = await finance.get(new URL(location, 'http://localhost').pathname);
  expect(textIn(run.html)).toMatch(/Trial balance.* done .*Records read [1-9]\d\d,\d{3}/);
});
