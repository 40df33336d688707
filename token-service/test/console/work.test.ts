import type { FailedItem } from '@service/billing/domain/due/item.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
let siteId = '';

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  owner = await demoOwner(service);
  siteId = (await service.service.opened.sites.find('demo'))?.id ?? '';
});
afterAll(() => service.close());

const ID = '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0';

const parkedItem = (): FailedItem => ({
  kind: 'gateway_operation',
  id: ID,
  subject: ID,
  at: Math.floor(service.clock.now() / 1000) - 60,
  failures: 8,
  status: 'parked',
  error: 'Error: <b>no</b> answer',
  failed_at_ms: service.clock.now(),
  retry_at_ms: null,
});

/** Records that an item failed so often that no worker attempts it again. */
const park = (): Promise<void> => service.service.opened.storage.of(siteId).due.fail(parkedItem());

const latestEntry = async () => (await service.service.opened.storage.of(siteId).auditLog.list({}, 1))[0];

test('the list teaches what would be there, and shows the workers', async () => {
  const { html } = await owner.get('/work');
  expect(textIn(html)).toMatch(/Nothing has failed, is late or waits for a gateway/);
  expect(textIn(html)).toMatch(/Workers .* running/);
  expect(textIn(html)).toMatch(/Every payment that was begun has its outcome/);
});

test('parked work is shown with its reason, escaped, and is found by status and kind', async () => {
  await park();
  const { html } = await owner.get('/work');
  expect(html).toContain('Error: &lt;b&gt;no&lt;/b&gt; answer');
  expect(textIn(html)).toMatch(/1 parked/);
  expect(textIn((await owner.get('/work?status=parked&kind=gateway_operation')).html)).toMatch(/1 parked/);
  expect(textIn((await owner.get('/work?status=late')).html)).toMatch(/Nothing matches these filters/);
  const csv = await owner.get('/work?format=csv');
  expect(csv.html.split('\r\n')[1]).toMatch(/^gateway_operation,parked,demo,,2026-/);
});

test('parked work is dismissed for a reason that the audit log keeps', async () => {
  await park();
  const here = `/work/gateway_operation/${ID}`;
  expect(textIn((await owner.get(here)).html)).toMatch(/Until it succeeds: idempotency keys of old operations/);
  const refused = await owner.submit(`${here}/dismiss`, { reason: ' ' });
  expect(refused.status).toBe(422);
  expect(textIn(refused.html)).toMatch(/Reason can't be blank/);
  const { html } = await owner.arrive(`${here}/dismiss`, { reason: 'Done by hand' });
  expect(textIn(html)).toMatch(/was dismissed: no worker attempts it again\. The customer was not told\./);
  expect(await latestEntry()).toMatchObject({
    actor: 'operator:demo owner',
    action: 'due_work.dismissed',
    subject: `gateway_operation ${ID}`,
    address: expect.stringContaining('127.0.0.1'),
    changes: { status: { from: 'parked', to: 'dismissed' }, reason: { from: null, to: 'Done by hand' } },
  });
  expect(textIn((await owner.get('/work?status=dismissed')).html)).toMatch(/1 dismissed/);
  expect((await owner.get(here)).html).not.toContain(`${here}/dismiss`);
});

test('a retry that is sent twice is carried out once', async () => {
  await park();
  const here = `/work/gateway_operation/${ID}/retry`;
  const page = await owner.get(here);
  const fields = Object.fromEntries(
    [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const first = await owner.post(here, fields);
  const second = await owner.post(here, fields);
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(second.location).toBe(first.location);
  expect(textIn((await owner.get(first.location)).html)).toMatch(/attempts the gateway operation again now/);
  const entries = await service.service.opened.storage.of(siteId).auditLog.list({ action: 'due_work.retried' }, 9);
  expect(entries).toHaveLength(1);
});

test('an item that is not there has no page', async () => {
  expect((await owner.get(`/work/collection/${ID}`)).status).toBe(404);
  expect((await owner.get(`/work/collection/${ID}/retry`)).status).toBe(404);
});

test('work of every site at which the operator may see it is listed, with links to its site', async () => {
  await park();
  const { site } = await service.openSite();
  const foreign = await service.openSite();
  for (const { id } of [site, foreign.site]) await service.service.opened.storage.of(id).due.fail(parkedItem());
  const developer = await withRole(service, ['developer']);
  await service.service.opened.operators.assign({ operator_id: developer.id, site_id: site.id, role: 'support' });
  await service.service.opened.operators.assign({
    operator_id: developer.id,
    site_id: foreign.site.id,
    role: 'analyst',
  });
  const { html } = await developer.get('/s/demo/work');
  expect(textIn(html)).toMatch(/2 parked/);
  expect(html).toContain(`href="/s/demo/work/gateway_operation/${ID}"`);
  expect(html).toContain(`href="/s/${site.subdomain}/work/gateway_operation/${ID}"`);
  expect(html).not.toContain(`/s/${foreign.site.subdomain}/work/gateway_operation`);
  expect((await developer.get(`/s/${site.subdomain}/work/gateway_operation/${ID}/retry`)).status).toBe(403);
});

test('a developer may retry and not dismiss, an analyst sees no work', async () => {
  await park();
  const here = `/work/gateway_operation/${ID}`;
  const developer = await withRole(service, ['developer']);
  const { html } = await developer.get(here);
  expect(html).toContain(`${here}/retry`);
  expect(html).not.toContain(`${here}/dismiss`);
  expect((await developer.get(`${here}/dismiss`)).status).toBe(403);
  expect((await (await withRole(service, ['analyst'])).get('/work')).status).toBe(403);
});

test('more work than the list reads is said, and narrowing by kind shows what was beyond it', async () => {
  const { site } = await service.openSite();
  const { due } = service.service.opened.storage.of(site.id);
  const item = (n: number): FailedItem => ({
    ...parkedItem(),
    id: `${ID.slice(0, 27)}${String(n).padStart(5, '0')}`,
    at: parkedItem().at - 1000 + n,
  });
  for (let n = 0; n <= 500; n += 1) await due.fail(item(n));
  const list = `/s/${site.subdomain}/work?site=${site.subdomain}`;
  const admin = await withRole(service, ['admin']);
  await service.service.opened.operators.assign({ operator_id: admin.id, site_id: site.id, role: 'admin' });
  expect(textIn((await admin.get(list)).html)).toMatch(/500 parked · a site has more than 500 items/);
  expect((await admin.get(`${list}&format=csv`)).html.trim().split('\r\n')).toHaveLength(1 + 501);
  await due.fail({ ...item(600), kind: 'collection' });
  const narrowed = textIn((await admin.get(`${list}&kind=collection`)).html);
  expect(narrowed).toMatch(/1 parked/);
  expect(narrowed).not.toContain('more than 500 items');
});

test('work that a checklist of a month leads to leads back to it, also once it was dismissed or retried', async () => {
  await park();
  const month = '/reports/periods/2026-11';
  const toMonth = `<p class="back"><a href="${month}">2026-11</a></p>`;
  const linkIn = (html: string, path: string): string =>
    (new RegExp(`href="(${path}[^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  const list = await owner.get(`/work?back=${encodeURIComponent(month)}`);
  const item = await owner.get(linkIn(list.html, `/work/gateway_operation/${ID}`));
  expect(item.html).toContain(toMonth);
  const dismiss = await owner.get(linkIn(item.html, `/work/gateway_operation/${ID}/dismiss`));
  expect(dismiss.html).toContain(toMonth);
  const dismissed = await owner.submit(linkIn(item.html, `/work/gateway_operation/${ID}/dismiss`), { reason: 'Done' });
  expect((await owner.get(dismissed.location)).html).toContain(toMonth);
  const retried = await owner.submit(linkIn(item.html, `/work/gateway_operation/${ID}/retry`));
  expect((await owner.get(retried.location)).html).toContain(toMonth);
  // Only a report or a month is led back to.
  const foreign = await owner.get(`/work/gateway_operation/${ID}?back=${encodeURIComponent('//evil.example')}`);
  expect(foreign.html).not.toContain('evil');
});
