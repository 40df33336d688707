import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { newSubscriber, type Subscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
let subscriber: Subscriber;

beforeAll(async () => {
  service = await startTestService({
    env: { ...WITH_CONSOLE, RATE_LIMIT: 'off', SECRETS_KEY: randomBytes(32).toString('base64') },
  });
  owner = await demoOwner(service);
  // No program listens there: what becomes of the deliveries does not matter.
  const sent = await owner.submit('/webhooks/endpoints/add', { url: 'http://127.0.0.1:9/hook', which: 'all' });
  expect(sent.status, sent.html).toBe(303);
  subscriber = await newSubscriber(service);
  await service.dueWork();
});
afterAll(() => service?.close());

const records = async () => {
  const site = await service.service.opened.sites.find('demo');
  return service.service.opened.storage.of(site?.id ?? '');
};
const searched = async (q: string): Promise<string> =>
  (await owner.get(`/search?${new URLSearchParams({ q })}`)).location;
/** Returns the first address of a page that begins so. */
const addressIn = async (page: string, path: RegExp): Promise<string> => {
  const { html } = await owner.get(page);
  const [, address = ''] = new RegExp(`href="(${path.source})"`).exec(html) ?? [];
  expect(address, html).not.toBe('');
  return address;
};

it.each([
  ['a message', '/mail', /\/mail\/[0-9a-f]{32}/],
  ['an endpoint', '/webhooks', /\/webhooks\/endpoints\/[0-9a-f]{32}/],
  ['a webhook delivery', '/webhooks', /\/webhooks\/deliveries\/[0-9a-f]{32}/],
  ['an entry of the audit log', '/audit', /\/audit\/[0-9a-f]{32}/],
])('opens %s by its id, also as it is written with dashes', async (_, page, path) => {
  const address = await addressIn(page, path);
  const id = address.split('/').at(-1) ?? '';
  expect(await searched(id)).toBe(address);
  expect(await searched(id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toUpperCase())).toBe(address);
  expect((await owner.get(address)).status).toBe(200);
});

it('opens an approval and a report in the background by their ids', async () => {
  await service.changeDemoSite({ operator_approval_limit_in_cents: 1000 });
  const asked = await owner.submit(`/invoices/${subscriber.invoice}/refund?way=all`, { reason: 'goodwill' });
  const approval = asked.location.split('?')[0] ?? '';
  expect(approval).toMatch(/^\/approvals\//);
  expect(await searched(approval.split('/').at(-1) ?? '')).toBe(approval);

  const run = (await owner.submit('/reports/sales/run?from=2026-11-01&to=2026-11-30')).location.split('?')[0] ?? '';
  expect(run).toMatch(/^\/reports\/runs\//);
  expect(await searched(run.split('/').at(-1) ?? '')).toBe(run);
});

it('opens the timeline of the customer at an event, and the delivery of a notification', async () => {
  const { events, accounts, webhookDeliveries } = await records();
  const account = await accounts.find(subscriber.account);
  const [latest, event] = await events.latest(account?.id ?? '', '~', 2);
  const address = await searched(event?.id ?? '');
  expect(address).toBe(`/customers/${subscriber.account}?kind=event&before=${event?.id}.0#timeline`);
  const timeline = await owner.get(address);
  expect(timeline.status).toBe(200);
  expect(latest?.id).not.toBe(event?.id);
  const items = textIn(timeline.html).toLowerCase();
  expect(items).toContain(event?.type.replaceAll('_', ' ').split(' ').at(-1));

  // A sample has no event, so its notification has an id of its own.
  const sample = await owner.submit('/webhooks/sample');
  expect(sample.status, sample.html).toBe(303);
  const [delivery] = await webhookDeliveries.list({}, 1);
  const found = await owner.get(`/search?q=${delivery?.notification_id}`);
  expect(found.html).toContain(`href="/webhooks/deliveries/${delivery?.id}"`);
});

it('shows no record whose page the role may not open', async () => {
  const message = (await addressIn('/mail', /\/mail\/[0-9a-f]{32}/)).split('/').at(-1) ?? '';
  const analyst = await withRole(service, ['analyst']);
  const found = await analyst.get(`/search?q=${message}`);
  expect([found.status, textIn(found.html)]).toEqual([200, expect.stringContaining('Nothing was found.')]);
});
