import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  await newSubscriber(service);
});
afterAll(() => service.close());

const PAGE = '/reports/periods/2026-11';
const COMPARED = `${PAGE}?compared=1`;
const words = async (browser: RoleBrowser, path: string): Promise<string> => textIn((await browser.get(path)).html);

it('shows what keeps a month open, and closes it for finance after a fresh proof', async () => {
  const early = await withRole(service, ['finance']);
  expect(await words(early, '/reports')).toContain('Closed months Which months are closed');
  expect(await words(early, PAGE)).toMatch(/not over .*The month is over open Its last day is 2026-11-30\./);
  const refused = await early.submit(`${PAGE}/close`);
  expect([refused.status, textIn(refused.html)]).toEqual([
    422,
    expect.stringContaining('2026-11 cannot be closed. Not yet: the month is over.'),
  ]);

  service.clock.advance({ days: 12 });
  await service.dueWork();
  const stale = await withRole(service, ['finance'], { provedAgo: 6 * 60_000 });
  expect((await stale.get(`${PAGE}/close`)).location).toContain('/prove?');
  const finance = await withRole(service, ['finance']);
  expect(await words(finance, '/reports/periods')).toMatch(/Check 2026-11 .*2026-12 not over .*2026-11 to close/);
  // Making all reports takes long, so looking at the page does not.
  const seen = await words(finance, PAGE);
  expect(seen).toContain('Compare the reports');
  expect(seen).not.toMatch(/Close 2026-11|Sales and credits are what/);
  expect((await finance.get('/reports/periods')).html).toContain(`href="${COMPARED}"`);
  const ready = await words(finance, COMPARED);
  expect(ready).toContain('Close 2026-11');
  expect(ready).toMatch(/Sales and credits are what invoices posted done/);
  const closed = await finance.submit(`${PAGE}/close`, { note: 'Agreed with <the> auditor' });
  expect([closed.status, closed.location]).toEqual([303, expect.stringContaining(PAGE)]);
  await service.dueWork();
  expect(await words(finance, PAGE)).toMatch(/Compare with the reports now .*sales-2026-11\.csv not compared/);
  const shown = await words(finance, COMPARED);
  expect(shown).toContain('The reports equal the snapshot, to the byte.');
  expect(shown).toContain(`by ${finance.email}: Agreed with &lt;the&gt; auditor`);
  expect(await words(await withRole(service, ['owner']), '/audit?action=period.closed')).toContain('note: none → Agre');
  expect(shown).toMatch(/sales-2026-11\.csv the same/);
});

it('offers the files of the snapshot, whose digests are those of the list', async () => {
  const finance = await withRole(service, ['finance']);
  const sums = (await finance.get(`${PAGE}/files/SHA256SUMS`)).html;
  const [, sha256 = ''] = /^(\w{64}) {2}sales-2026-11\.csv$/m.exec(sums) ?? [];
  const file = await finance.get(`${PAGE}/files/sales-2026-11.csv`);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(createHash('sha256').update(file.html).digest('hex')).toBe(sha256);
  expect(await words(finance, '/reports/periods')).toContain(
    createHash('sha256').update(sums).digest('hex').slice(0, 8),
  );
  expect((await finance.get(`${PAGE}/files/unknown-2026-11.csv`)).status).toBe(404);
  expect((await finance.get('/reports/periods/soon')).status).toBe(404);
});

it('offers all files of the snapshot as one archive', async () => {
  const finance = await withRole(service, ['finance']);
  const { html } = await finance.get(PAGE);
  const [, path = ''] = /href="([^"]*\.zip)">Download all as ZIP/.exec(html) ?? [];
  const response = await fetch(new URL(path, service.service.console?.url), { headers: { Cookie: finance.cookie } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="reports-demo-2026-11.zip"');
  const zip = Buffer.from(await response.arrayBuffer());
  const names = [...html.matchAll(/files\/([\w-]+\.csv)"/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of [...names, 'SHA256SUMS']) expect(zip.includes(name), name).toBe(true);
  expect(zip.readUInt16LE(zip.length - 12)).toBe(names.length + 1);
  const auditor = await withRole(service, ['support']);
  expect((await auditor.get(path)).status).toBe(403);
});

it('lets auditors look, finance close and owners alone reopen, for a reason', async () => {
  const [finance, auditor, support, owner] = await Promise.all(
    (['finance', 'auditor', 'support', 'owner'] as const).map((role) => withRole(service, [role])),
  );
  for (const browser of [finance, auditor]) expect(await words(browser!, PAGE)).not.toContain('Reopen 2026-11');
  expect((await auditor!.get(`${PAGE}/close`)).status).toBe(403);
  expect((await finance!.get(`${PAGE}/reopen`)).status).toBe(403);
  expect((await support!.get(PAGE)).status).toBe(403);
  const unsaid = await owner!.submit(`${PAGE}/reopen`, { reason: ' ' });
  expect([unsaid.status, textIn(unsaid.html)]).toEqual([422, expect.stringContaining("Reason can't be blank")]);
  const reopened = await owner!.submit(`${PAGE}/reopen`, { reason: 'An invoice came late' });
  expect(reopened.status).toBe(303);
  expect(await words(finance!, PAGE)).toMatch(/reopened .* by .*: An invoice came late .*Checklist .*Snapshot/);
  const log = await words(owner!, '/audit');
  expect(log).toMatch(/Period reopened|period\.reopened/);
  expect(log).toMatch(/Period closed|period\.closed/);
});
