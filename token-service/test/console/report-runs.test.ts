import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let finance: RoleBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  finance = await withRole(service, ['finance']);
  await newSubscriber(service);
});
afterAll(() => service.close());

const NOVEMBER = 'from=2026-11-01&to=2026-11-30';

const words = async (path: string, browser = finance): Promise<string> => textIn((await browser.get(path)).html);

/** Requests a report in the background, and returns the path of its run. */
const begin = async (page: string, browser = finance): Promise<string> => {
  const { status, location, html } = await browser.submit(page);
  expect(status, html).toBe(303);
  return new URL(location, 'http://localhost').pathname;
};

/** Keeps a run as another process has left it: this service then does not take it. */
const hold = async (path: string, changes: object): Promise<void> => {
  const { storage, sites } = service.service.opened;
  const { reportRuns } = storage.of((await sites.find('demo'))?.id ?? '');
  const run = await reportRuns.find(path.split('/').at(-1) ?? '');
  if (!run) throw new Error(`no run at ${path}`);
  await reportRuns.save({
    ...run,
    ...{ state: 'running', attempts: 2, running_until_ms: service.clock.now() + 600_000, ended_at: null },
    ...changes,
  });
};

it('offers on the page of a report to make it in the background, with its days and filters', async () => {
  expect(await words('/reports')).toMatch(/Runs .*No report was made in the background/);
  const { html } = await finance.get(`/reports/sales?${NOVEMBER}&country=US`);
  expect(html).toMatch(/formaction="\/reports\/sales\/run"[^>]*>Run in the background</);
  const asking = await words(`/reports/sales/run?${NOVEMBER}&country=US`);
  expect(asking).toContain('2026-11-01 to 2026-11-30, only country United States.');
  const path = await begin(`/reports/sales/run?${NOVEMBER}&country=US`);
  await service.dueWork();
  const done = await words(path);
  expect(done).toMatch(/Sales.* done .*2026-11-01 to 2026-11-30 .*\d+ rows?, kept for 7 days/);
  expect(done).toMatch(/Filters country United States Requested by operator-?\w*@example\.com/);
  expect(done).toContain('Download CSV');
  expect(await words('/reports')).toMatch(/2026-11-01 to 2026-11-30 done \d+ rows?/);
  expect(await words('/reports/runs')).toMatch(/2026-11-01 to 2026-11-30 done/);
});

it('names the API key that requested a report', async () => {
  const { status, headers } = await service.api('POST', `/v2/reports/sales/runs?${NOVEMBER}`, undefined, {
    'X-Api-Version': '2.29',
  });
  expect(status).toBe(201);
  const id = new URL(headers.get('location') ?? '').pathname.split('/').at(-1);
  expect(await words(`/reports/runs/${id}`)).toMatch(/Requested by API key Demo private key /);
  expect(await words('/reports/runs')).toMatch(/ API key Demo private key /);
  await service.dueWork();
});

it('gives the result as CSV and JSON, as the page of the report does', async () => {
  const path = await begin(`/reports/sales/run?${NOVEMBER}`);
  await service.dueWork();
  const csv = await finance.get(`${path}/files/csv`);
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="sales-demo-2026-11-01-to-2026-11-30.csv"');
  expect(csv.html).toBe((await finance.get(`/reports/sales?${NOVEMBER}&format=csv`)).html);
  expect(csv.html).toContain(',customer,');
  const json = await finance.get(`${path}/files/json`);
  expect(json.headers.get('content-disposition')).toContain('sales-demo-2026-11-01-to-2026-11-30.json');
  expect(JSON.parse(json.html)).toMatchObject({ name: 'sales', from: '2026-11-01', rows: expect.any(Array) });
  expect(JSON.parse(json.html).rows[0]).toMatchObject({ currency: 'USD', customer: 'Ada Lovelace' });
  expect((await finance.get(`${path}/files/xml`)).status).toBe(404);
  // Who sees no personal data gets none, and no digest of a file that has some.
  const analyst = await withRole(service, ['analyst']);
  expect((await analyst.get(`${path}/files/csv`)).html).not.toContain(',customer,');
  expect((await analyst.get(`${path}/files/json`)).html).not.toContain('"customer"');
  expect(await words(path, analyst)).not.toContain('SHA-256');
  expect(await words(path)).toContain('SHA-256');
  const late = await withRole(service, ['finance'], { provedAgo: 3_600_000 });
  expect((await late.get(`${path}/files/csv`)).status).toBe(303);
});

it('shows how far a report is, and cancels it', async () => {
  const path = await begin(`/reports/tax/run?${NOVEMBER}`);
  await hold(path, { records_read: 12_000, days_done: 12 });
  const page = await finance.get(path);
  // To the page without the notice of its beginning, which is over by then.
  expect(page.headers.get('refresh')).toBe(`5; url=${path}`);
  expect(page.html).toMatch(/<progress max="30" value="12" aria-label="Days of the report">/);
  expect(textIn(page.html)).toMatch(/running .*Being made 12 of 30 days, 12,000 records read .*Look again Cancel/);
  await hold(path, { state: 'waiting', attempts: 0 });
  expect(await words(path)).toMatch(/waiting .*Waiting for its turn The worker has not begun it/);
  expect(await words(`${path}/cancel`)).toContain('Nothing of the report is kept.');
  const canceled = await finance.submit(`${path}/cancel`);
  expect([canceled.status, canceled.location]).toEqual([303, expect.stringContaining(path)]);
  const after = await finance.get(path);
  expect(textIn(after.html)).toMatch(/canceled .*nothing of it is kept/);
  expect(after.headers.get('refresh')).toBeNull();
  const again = await finance.get(`${path}/cancel`);
  expect(textIn(again.html)).toContain('It was canceled already, and nothing of it is kept.');
  expect(again.html).not.toContain('Cancel the report');
  await hold(path, { state: 'done' });
  expect(await words(`${path}/cancel`)).toContain('so there is nothing to cancel. Its result is kept.');
  await hold(path, { state: 'canceled' });
  expect((await finance.get(`${path}/files/csv`)).status).toBeGreaterThanOrEqual(400);
});

it('says why a report failed, what cannot be asked for, and that too many wait', async () => {
  const path = await begin(`/reports/tax/run?${NOVEMBER}`);
  await hold(path, { state: 'failed', error: 'No ECB rate of 30 November 2026 for USD.' });
  expect(await words(path)).toMatch(/failed .*No ECB rate of 30 November 2026/);
  expect(await words('/reports/runs')).toContain('No ECB rate of 30 November 2026');
  expect(await words('/reports/tax/run?from=2027-01-01')).toContain('give a later day');
  const refused = await finance.submit('/reports/tax/run', { from: '2027-01-01' });
  expect(refused.status).toBe(422);
  expect((await finance.get('/reports/none/run')).status).toBe(404);
  for (let n = 0; n < 10; n += 1) await hold(await begin(`/reports/tax/run?${NOVEMBER}`), {});
  const many = await finance.submit(`/reports/tax/run?${NOVEMBER}`);
  expect([many.status, textIn(many.html)]).toEqual([
    422,
    expect.stringContaining('10 reports of this site wait or run'),
  ]);
});
