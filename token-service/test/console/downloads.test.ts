import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';
import { moneyProofOf } from '../../src/pages/console/steps/money-proofs.ts';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, WITH_CONSOLE } from './browser.ts';
import { downloadOf } from './form-values.ts';
import { addressOfRoute, withRoutes } from './routes.ts';
import { newSubscriber } from './subscriber.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let routes: readonly ConsoleRoute[];
beforeAll(async () => {
  const start = () => startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  ({ service, routes } = await withRoutes(start));
  await newSubscriber(service);
});
afterAll(() => service.close());

/** The page to which a proof of identity leads, and the file that it downloads. */
const afterProof = (location: string) => {
  const to = new URL(location, 'http://console').searchParams.get('to') ?? '';
  return { to, file: new URL(to, 'http://console').searchParams.get('file') };
};

test('every file that needs a proof of identity arrives after it, and leads back to where it was asked for', async () => {
  const late = await withRole(service, ['owner'], { provedAgo: 6 * 60_000 });
  const proved = await withRole(service, ['owner']);
  // Forms that need the proof as soon as they are opened have no file.
  const pages = routes.filter(
    (route) =>
      route.method === 'get' && !route.fresh && moneyProofOf(route) !== 'always' && !route.path.includes('/prove'),
  );
  const addresses = [
    ...pages.map((route) => addressOfRoute(route)),
    '/reports/sales',
    '/reports/aging',
    '/s/demo/customers',
  ].map((path) => `${path}?state=active&format=csv`);
  const files: string[] = [];
  for (const address of addresses) {
    const { status, location } = await late.get(address);
    if (status !== 303 || !location.startsWith('/prove')) continue;
    const { to, file } = afterProof(location);
    const prefix = address.startsWith('/s/demo') ? '/s/demo' : '';
    expect(`${prefix}${file}`, address).toBe(address);
    const page = await proved.get(to);
    expect(page.headers.get('refresh'), address).toBe(`0; url=${address}`);
    expect(page.html, address).toContain(`href="${address.replaceAll('&', '&amp;')}">`);
    const back = address.replace('&format=csv', '');
    expect(page.html, address).toContain(`<p class="back"><a href="${back}">`);
    files.push(address.split('?')[0] ?? '');
  }
  expect(files).toEqual(expect.arrayContaining(['/customers', '/invoices', '/payments', '/reports/sales']));
  const { headers } = await proved.get('/customers?state=active&format=csv');
  expect(headers.get('content-disposition')).toContain('attachment');
});

test('no link saves the page that asks for a proof in place of the file: the answer says that it is a download', () => {
  const console = new URL('../../src/pages/console/', import.meta.url);
  const saving = readdirSync(console, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && / download(?:=""|>)/.test(readFileSync(new URL(path, console), 'utf8')))
    .map((path) => basename(path));
  // Documents of one customer need no proof.
  expect(saving.sort()).toEqual(['e-invoice-page.ts', 'invoice-actions.ts', 'invoice-document.ts']);
});

test('every file of a page with filters is downloaded by the form of the filters, as it is filled in', async () => {
  const owner = await demoOwner(service);
  const pages = routes.filter(({ method, fresh }) => method === 'get' && !fresh).map((route) => addressOfRoute(route));
  const found: string[] = [];
  for (const path of [...pages, '/reports/sales', '/reports/aging', '/reports/tax_by_rate']) {
    const { status, html } = await owner.get(path);
    if (status !== 200 || !html.includes('class="filters"')) continue;
    // A link would have what the page shows, and not what was typed since.
    expect(html, path).not.toMatch(/href="[^"]*format=csv/);
    if (html.includes('Download CSV')) found.push(path);
    if (html.includes('Download CSV')) expect(downloadOf(html, path), path).toContain('format=csv');
  }
  expect(found).toEqual(
    expect.arrayContaining(['/customers', '/invoices', '/audit', '/reports/sales', '/reports/aging']),
  );
});

test('a file has what was typed and not shown yet, and what the address filters by without a field', async () => {
  const owner = await demoOwner(service);
  const report = await owner.get('/reports/sales?from=2026-11-01&to=2026-11-30');
  const file = await owner.get(downloadOf(report.html, '/reports/sales', { from: '2026-11-02', currency: 'EUR' }));
  expect(file.headers.get('content-disposition')).toContain('sales-demo-2026-11-02-to-');
  expect(file.html.trim().split('\r\n')).toHaveLength(1);
  const list = await owner.get('/invoices?currency=EUR&columns=state');
  const none = await owner.get(downloadOf(list.html, '/invoices'));
  expect(none.html.trim()).toBe('state');
  const all = await owner.get(downloadOf(list.html, '/invoices', { currency: 'USD' }));
  expect(all.html.trim().split('\r\n').length).toBeGreaterThan(1);
  const linked = await owner.get('/invoices?unknown=kept&cursor=x');
  expect(downloadOf(linked.html, '/invoices')).toBe('/invoices?unknown=kept&format=csv');
});

test('the demo owner gets the file by pressing the button again', async () => {
  const owner = await demoOwner(service);
  service.clock.advance({ minutes: 6 });
  const { location } = await owner.get('/customers?format=csv');
  const page = await owner.get(location);
  expect(textIn(page.html)).toContain('Continue as demo owner');
  const sent = await owner.post('/sign-in/demo', { to: afterProof(location).to });
  expect(textIn((await owner.get(sent.location)).html)).toMatch(/Back Download The file arrives in a moment/);
  expect((await owner.get('/customers?format=csv')).status).toBe(200);
});

test('no address of another host is downloaded', async () => {
  const owner = await demoOwner(service);
  for (const file of ['https://example.com/x', '//example.com', '/\\example.com', '', `/${'x'.repeat(2000)}`]) {
    const { headers, html } = await owner.get(`/download?${new URLSearchParams({ file })}`);
    expect(headers.get('refresh'), file).toBeNull();
    expect(html, file).not.toContain('example.com');
  }
});

test('a proof that became old while a form was filled in loses nothing of the form but credentials', async () => {
  const owner = await demoOwner(service);
  const form = await owner.get('/keys/create');
  expect(form.status).toBe(200);
  service.clock.advance({ minutes: 6 });
  const fields = Object.fromEntries(
    [...form.html.matchAll(/name="(form_key|form_id)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const { location } = await owner.post('/keys/create', { ...fields, name: 'Back end' });
  expect(afterProof(location).to).toBe('/keys/create?name=Back+end');
});
