import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { formIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
let receiver: Server;
/** The status with which the receiver answers. */
let answer = 200;
const received: string[] = [];
let url = '';

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(Buffer.concat(chunks).toString());
      response.writeHead(answer).end(`answered <b>${answer}</b>`);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  service = await startTestService({
    env: { ...WITH_CONSOLE, SECRETS_KEY: randomBytes(32).toString('base64') },
  });
  owner = await demoOwner(service);
});
afterAll(async () => {
  await service.close();
  receiver.close();
});

const records = async () => {
  const site = await service.service.opened.sites.find('demo');
  return service.service.opened.storage.of(site?.id ?? '');
};

const secretIn = (html: string): string => /whsec_[A-Za-z0-9]{44}/.exec(html)?.[0] ?? '';

/** The page of the endpoint. */
let endpoint = '';

test('an endpoint is added, and its secret is shown once', async () => {
  expect(textIn((await owner.get('/webhooks')).html)).toMatch(/No endpoint receives the events of this site/);
  const sent = await owner.submit('/webhooks/endpoints/add', { url, which: 'all', headers: 'X-Shop: s3cret' });
  expect(sent.status, sent.html).toBe(303);
  const page = await owner.get(sent.location);
  endpoint = sent.location.split('?')[0] ?? '';
  expect(secretIn(page.html)).not.toBe('');
  expect(secretIn((await owner.get(endpoint)).html)).toBe('');
  expect(textIn(page.html)).toMatch(/Types All types Authentication X-Shop/);
  expect(page.html).not.toContain('s3cret');
  const [entry] = await (await records()).auditLog.list({ action: 'webhook.added' }, 1);
  expect(entry?.actor).toBe('operator:demo owner');
});

test('what cannot be an endpoint is refused, and credentials are not repeated', async () => {
  const refused = await owner.submit('/webhooks/endpoints/add', {
    url: 'ftp://shop.example',
    which: 'all',
    basic_auth: 'user:s3cret',
    headers: 'X-Shop: s3cret',
  });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('value="ftp://shop.example"');
  expect(refused.html).not.toContain('s3cret');
  const none = await owner.submit('/webhooks/endpoints/add', { url, which: 'chosen' });
  expect(textIn(none.html)).toMatch(/Types can't be empty/);
  expect(none.status).toBe(422);
});

test('a sample is delivered, and the delivery shows its request, its answer and its payload', async () => {
  const page = await owner.arrive('/webhooks/sample', { type: 'new_account' });
  expect(textIn(page.html)).toMatch(/A sample of new_account is sent to 1 endpoint/);
  await service.service.webhooks?.idle();
  expect(received.at(-1)).toContain('<new_account_notification>');
  const list = await owner.get('/webhooks?state=delivered');
  const [, path = ''] = /href="(\/webhooks\/deliveries\/[0-9a-f]{32})">new_account</.exec(list.html) ?? [];
  const shown = await owner.get(path);
  expect(textIn(shown.html)).toMatch(/delivered .* 200 in \d+ ms answered &lt;b&gt;200&lt;\/b&gt;/);
  expect(textIn(shown.html)).toMatch(/X-Shop: \[secret\] webhook-signature: \[not stored\]/);
  expect(shown.html).toContain('&lt;new_account_notification&gt;');
});

test('a delivery that was delivered is sent again, and one that failed is retried', async () => {
  const list = await owner.get('/webhooks');
  const [, path = ''] = /href="(\/webhooks\/deliveries\/[0-9a-f]{32})"/.exec(list.html) ?? [];
  const before = received.length;
  answer = 500;
  await owner.arrive(`${path}/retry`);
  await service.service.webhooks?.idle();
  expect(received).toHaveLength(before + 1);
  expect(textIn((await owner.get(path)).html)).toMatch(/new_account retrying .* Next attempt/);
  // What waits for its next retry is not delivered: Home counts it, and the endpoint attempts it now.
  const home = await owner.get('/');
  expect(textIn(home.html)).toMatch(/1 webhook not delivered in the last seven days/);
  expect(home.html).toContain('href="/webhooks?state=undelivered&amp;since=');
  expect((await owner.get('/webhooks?state=undelivered')).html).toContain(`href="${path}"`);
  const [, endpoint = ''] = /href="(\/webhooks\/endpoints\/[0-9a-f]{32})"/.exec(list.html) ?? [];
  expect(textIn((await owner.arrive(`${endpoint}/retry`)).html)).toContain('1 delivery attempted again now.');
  await service.service.webhooks?.idle();
  expect(received).toHaveLength(before + 2);
  answer = 200;
  await owner.arrive(`${path}/retry`);
  await service.service.webhooks?.idle();
  expect(textIn((await owner.get(path)).html)).toMatch(/new_account delivered/);
});

test('events between two moments are replayed', async () => {
  await service.api('POST', '/v2/accounts', '<account><account_code>replayed</account_code></account>');
  await service.service.webhooks?.idle();
  const before = received.length;
  const wrong = await owner.submit('/webhooks/replay', { from: '2026-11-21T00:00', to: '2026-11-20T00:00' });
  expect(wrong.status).toBe(422);
  const page = await owner.arrive('/webhooks/replay', { from: '2026-11-20T00:00', to: '2026-11-21T00:00' });
  expect(textIn(page.html)).toMatch(/\d+ events? replayed: \d+ deliver/);
  await service.service.webhooks?.idle();
  expect(received.slice(before).some((body) => body.includes('replayed'))).toBe(true);
});

test('an endpoint is changed, and a form that is out of date says so', async () => {
  const { html } = await owner.get(`${endpoint}/edit`);
  const stale = formIn(html, `${endpoint}/edit`);
  const version = (stale.version ?? '').replaceAll('&quot;', '"');
  service.clock.advance({ seconds: 1 });
  await owner.arrive(`${endpoint}/edit`, {
    version,
    url,
    which: 'chosen',
    'type.new_account': 'yes',
    'type.paid_charge_invoice': 'yes',
  });
  expect(textIn((await owner.get(endpoint)).html)).toMatch(/Types new_account, paid_charge_invoice/);
  const late = await owner.post(`${endpoint}/edit`, { ...stale, version, url, which: 'all' });
  expect(late.status).toBe(409);
  expect(textIn(late.html)).toMatch(
    /changed meanwhile by demo owner: types is now “new_account, paid_charge_invoice”.* Save all the same/,
  );
});

test('it is paused, activated, rotated and removed', async () => {
  expect(textIn((await owner.arrive(`${endpoint}/pause`)).html)).toMatch(/is paused\. Its deliveries wait/);
  const refused = await owner.submit(`${endpoint}/retry`);
  expect(refused.status).toBe(422);
  expect(textIn((await owner.arrive(`${endpoint}/activate`)).html)).toMatch(/The endpoint is active/);
  const rotated = await owner.arrive(`${endpoint}/rotate`);
  expect(secretIn(rotated.html)).not.toBe('');
  expect(textIn(rotated.html)).toMatch(/Earlier secret signs too/);
  expect(textIn((await owner.arrive(`${endpoint}/retry`)).html)).toMatch(/0 deliveries attempted again now/);
  const removed = await owner.arrive(`${endpoint}/remove`);
  expect(textIn(removed.html)).toMatch(/was removed, with its deliveries/);
  expect((await owner.get(endpoint)).status).toBe(404);
  const actions = (await (await records()).auditLog.list({ action: 'webhook' }, 20)).map(({ action }) => action);
  expect(new Set(actions)).toEqual(
    new Set(
      ['added', 'changed', 'paused', 'secret_rotated', 'retried', 'removed', 'replayed', 'delivery_retried'].map(
        (what) => `webhook.${what}`,
      ),
    ),
  );
});

test('an auditor reads webhooks and changes none, support sees none', async () => {
  const auditor = await withRole(service, ['auditor']);
  expect((await auditor.get('/webhooks')).html).not.toContain('/webhooks/endpoints/add');
  expect((await auditor.get('/webhooks/endpoints/add')).status).toBe(403);
  expect((await (await withRole(service, ['support'])).get('/webhooks')).status).toBe(403);
});

test('an endpoint that cannot be kept, because secrets have no key, is refused in a sentence, and nothing is lost', async () => {
  const keyless = await startTestService({ env: { ...WITH_CONSOLE, SECRETS_KEY: '' } });
  onTestFinished(() => keyless.close());
  const own = await demoOwner(keyless);
  const url = 'http://127.0.0.1:9/hook';
  const { status, html } = await own.submit('/webhooks/endpoints/add', { url, which: 'all' });
  expect([status, textIn(html)]).toEqual([422, expect.stringContaining('SECRETS_KEY is not set. It encrypts secrets')]);
  expect(html).toContain(`value="${url}"`);
});
