import { afterAll, beforeAll, expect, test } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  owner = await demoOwner(service);
});
afterAll(() => service.close());

const parked = async (siteId: string): Promise<void> => {
  await service.service.opened.storage.of(siteId).due.fail({
    kind: 'collection',
    id: 'one',
    subject: 'one',
    at: 1,
    failures: 8,
    status: 'parked',
    error: 'No.',
    failed_at_ms: service.clock.now(),
    retry_at_ms: null,
  });
};

test('versions, migrations, processes, disk and backups are shown', async () => {
  const text = textIn((await owner.get('/system')).html);
  expect(text).toMatch(/Version \d+\.\d+\.\d+ .*Node v\d+.* Database SQLite Schema \d{4}-[\w.-]+\.sql, applied/);
  expect(text).toMatch(/Processes .*Everything running \d+\.\d+\.\d+/);
  expect(text).toMatch(/disk ok The data is in memory only/);
  expect(text).toMatch(/backup ok No production site needs one/);
  expect(text).toMatch(/0101-sites\.sql/);
});

test('each process is shown with what it serves, and one that leaves no sign is silent', async () => {
  const { processSigns } = service.service.opened;
  const now = service.clock.now();
  const sign = { version: '0.0.9', host: 'web-1', pid: 12, started_at_ms: now - 600_000 };
  await processSigns.leave({ ...sign, holder: 'console', serves: 'console', seen_at_ms: now }, 0);
  await processSigns.leave({ ...sign, holder: 'worker', serves: 'worker', seen_at_ms: now - 60_000 }, 0);
  const text = textIn((await owner.get('/system')).html);
  expect(text).toMatch(/Console running 0\.0\.9 .*? web-1, pid 12/);
  expect(text).toMatch(/Due work, mail, webhooks silent 0\.0\.9/);
});

test('queues of the own sites are shown with their ages, those of other sites are not', async () => {
  const demo = await service.service.opened.sites.find('demo');
  const { site } = await service.openSite();
  await parked(demo?.id ?? '');
  await parked(site.id);
  const { outbox } = service.service.opened.storage.of(demo?.id ?? '');
  await outbox.queue({ id: 'f'.repeat(32), kind: 'none', recipient: 'a@example.com', correlation: '', payload: {} });
  const { html } = await owner.get('/system');
  expect(textIn(html)).toMatch(/Failed collection parked demo 1/);
  expect(textIn(html)).toMatch(/Mail to send – demo 1 (now|\d+ seconds? ago)/);
  expect(html).not.toContain(site.subdomain);
});

test('support sees no system', async () => {
  expect((await (await withRole(service, ['support'])).get('/system')).status).toBe(403);
  expect((await (await withRole(service, ['auditor'])).get('/system')).status).toBe(200);
});
