import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formIn, newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, SECRETS_KEY: randomBytes(32).toString('base64') } });
  owner = await demoOwner(service);
});
afterAll(() => service.close());

const records = async () => {
  const site = await service.service.opened.sites.find('demo');
  return service.service.opened.storage.of(site?.id ?? '');
};

const SECRET = 'whsec_5ecret5ecret5ecret';

test('a gateway is added with credentials that no page shows', async () => {
  expect((await owner.get('/settings')).html).toContain('href="/settings/gateways"');
  const page = await owner.arrive('/settings/add-gateway', {
    code: 'backup',
    adapter: 'test',
    'test.notification_secret': SECRET,
    currencies: 'USD, EUR',
    'brand.Visa': 'yes',
  });
  expect(textIn(page.html)).toMatch(/The gateway backup was added\. Check it/);
  expect(textIn(page.html)).toMatch(/Currencies USD, EUR Card brands Visa Countries all/);
  expect(textIn((await owner.get('/settings/gateways')).html)).toMatch(/backup active test \d USD, EUR Visa all/);
  const [entry] = await (await records()).auditLog.list({ action: 'gateway_account.added' }, 1);
  expect(entry).toMatchObject({ actor: 'operator:demo owner', changes: { credentials: { to: '(hidden)' } } });
  for (const path of ['', '/edit', '/credentials'])
    expect((await owner.get(`/settings/gateways/backup${path}`)).html).not.toContain(SECRET);
});

test('everything that is wrong is said at once, and no credential comes back', async () => {
  const refused = await owner.submit('/settings/add-gateway', {
    code: 'back up',
    adapter: 'stripe',
    'stripe.secret_key': SECRET,
    currencies: 'DOLLARS',
    endpoint: 'ftp://x',
  });
  expect(refused.status).toBe(422);
  expect(textIn(refused.html)).toMatch(
    /do not fit the adapter stripe\..* Code is invalid\. Currencies is not included/,
  );
  expect(refused.html).not.toContain(SECRET);
  expect(refused.html).toContain('value="DOLLARS"');
});

test('it is changed, and a form that is out of date says so', async () => {
  const path = '/settings/gateways/backup/edit';
  const stale = formIn((await owner.get(path)).html, path);
  const version = (stale.version ?? '').replaceAll('&quot;', '"');
  const page = await owner.arrive(path, { version, currencies: 'USD', order: '7' });
  expect(textIn(page.html)).toMatch(/backup active .* Order 7 Currencies USD/);
  const late = await owner.post(path, { ...stale, version, currencies: 'EUR', order: '7' });
  expect(late.status).toBe(409);
  expect(textIn(late.html)).toMatch(/changed meanwhile by demo owner: .*currencies is now “USD”.*Save all the same/);
  const saved = await owner.post(path, {
    ...formIn(late.html, path),
    version,
    active: 'yes',
    currencies: 'EUR',
    order: '7',
  });
  expect(saved.status).toBe(303);
  expect(await (await records()).gatewayAccounts.find('backup')).toMatchObject({ active: true, currencies: ['EUR'] });
});

test('the provider is asked to check the credentials', async () => {
  const page = await owner.arrive('/settings/gateways/backup/check');
  expect(textIn(page.html)).toMatch(/The provider accepts the credentials/);
  const entered = await owner.arrive('/settings/gateways/backup/credentials', { 'test.notification_secret': SECRET });
  expect(textIn(entered.html)).toMatch(/The credentials were saved/);
});

test('a gateway that payment methods need stays, one that nothing needs is removed', async () => {
  const edit = '/settings/gateways/backup/edit';
  const { version = '' } = formIn((await owner.get(edit)).html, edit);
  await owner.arrive(edit, {
    version: version.replaceAll('&quot;', '"'),
    active: 'yes',
    order: '1',
    currencies: '',
    'brand.Visa': '',
  });
  await newCustomer(service);
  const asked = await owner.get('/settings/gateways/backup/remove');
  expect(textIn(asked.html)).toMatch(/cannot be removed while it is needed: 1 payment method/);
  expect((await owner.submit('/settings/gateways/backup/remove')).status).toBe(422);
  await owner.arrive('/settings/add-gateway', { code: 'spare', adapter: 'test' });
  const page = await owner.arrive('/settings/gateways/spare/remove');
  expect(textIn(page.html)).toMatch(/The gateway spare was removed/);
  expect((await owner.get('/settings/gateways/spare')).status).toBe(404);
});

test('adding needs a fresh proof and the permission to change settings', async () => {
  const stale = await withRole(service, ['admin'], { provedAgo: 6 * 60_000 });
  expect((await stale.get('/settings/add-gateway')).location).toMatch(/^\/prove\?/);
  const finance = await withRole(service, ['finance']);
  expect((await finance.get('/settings/gateways')).html).not.toContain('/settings/add-gateway');
  expect((await finance.get('/settings/add-gateway')).status).toBe(403);
});
