import { randomBytes } from 'node:crypto';
import { isPermitted, ROLES, type Role } from '@service/billing/domain/operators/permissions.ts';
import { simulateReport } from '@service/billing/usecases/disputes/simulate-report.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { withRoutes } from './routes.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let routes: readonly ConsoleRoute[];
let siteId = '';
/** The pages of the site that lead to others, with real records, as the owner reaches them: address by route. */
const pages = new Map<string, string>();
/** The addresses that the owner finds on each of them. */
const found = new Map<string, ReadonlySet<string>>();

/** Pages without a record here, with what is missing. `roles.test.ts` tries them without one. */
const WITHOUT: Readonly<Record<string, string>> = {
  '/invoices/:number/e-invoice': 'a seller and a buyer in the European Union',
  '/payouts/accept': 'a payout that differs',
  '/payouts/fetch/:code': 'a gateway account',
  '/payouts/withdraw': 'a difference that was accepted',
  '/reports/journals/batches/:number': 'a journal',
  '/reports/journals/batches/:number/files/:name': 'a journal',
  '/reports/journals/batches/:number/give-up': 'a journal',
  '/reports/periods/:month/files/:file': 'a closed month',
  '/settings/gateways/:code': 'a gateway account',
  '/settings/gateways/:code/check': 'a gateway account',
  '/settings/gateways/:code/credentials': 'a gateway account',
  '/settings/gateways/:code/edit': 'a gateway account',
  '/settings/gateways/:code/remove': 'a gateway account',
  '/settings/logo.png': 'a logo',
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

/** The route of an address; one without parameters comes before one with. */
const routeOf = (address: string, method: ConsoleRoute['method'] = 'get'): ConsoleRoute | undefined => {
  const path = address.split(/[?#]/)[0] ?? '';
  const known = routes.filter((route) => route.method === method && patternOf(route.path).test(path));
  return known.sort((one, other) => parametersIn(one) - parametersIn(other))[0];
};
const parametersIn = ({ path }: ConsoleRoute): number => path.split(':').length;

/** The paths of the console that a page leads to, by links and forms, without what they ask for. */
const addressesIn = (html: string): ReadonlySet<string> =>
  new Set(
    [...html.matchAll(/ (?:href|action)="(\/[^"?#]*)/g)]
      .map(([, address = '']) => address.replaceAll('&amp;', '&').replace(/^\/s\/demo(?=\/)/, ''))
      .filter((address) => !address.startsWith('/assets/') && !address.startsWith('/sign-')),
  );

const mayOpen = (role: Role, { permission }: ConsoleRoute, mode: 'sandbox' | 'production' = 'sandbox'): boolean =>
  permission === 'signed in' ||
  isPermitted({ roles: [role], sandbox: mode === 'sandbox', readOnly: false }, permission);

/** Makes a record of every kind that the demo site does not have by itself. */
const makeRecords = async (owner: RoleBrowser): Promise<void> => {
  const { invoice, account: first } = await newSubscriber(service);
  const { account, invoice: refunded } = await newSubscriber(service);
  const { xml } = await service.api('GET', `/v2/invoices/${invoice}/transactions`);
  const charge = '<adjustment><currency>USD</currency><unit_amount_in_cents>900</unit_amount_in_cents></adjustment>';
  await service.api('POST', `/v2/accounts/${account}/adjustments`, charge);
  const terms = '<invoice><collection_method>manual</collection_method><net_terms>0</net_terms></invoice>';
  await service.api('POST', `/v2/accounts/${account}/invoices`, terms);
  await service.api(
    'POST',
    '/v2/gift_cards',
    `<gift_card><gifter_account><account_code>${account}</account_code></gifter_account><product_code>tideline</product_code>` +
      '<currency>USD</currency><unit_amount_in_cents>2000</unit_amount_in_cents><delivery><method>email</method>' +
      '<email_address>friend@example.com</email_address></delivery></gift_card>',
  );
  const coupon = '<coupon><coupon_code>crew</coupon_code><name>Crew</name><discount_type>percent</discount_type>';
  await service.api('POST', '/v2/coupons', `${coupon}<discount_percent>5</discount_percent></coupon>`);
  for (const code of [first, account]) {
    const redeemed = `<redemption><account_code>${code}</account_code><currency>USD</currency></redemption>`;
    expect((await service.api('POST', '/v2/coupons/crew/redeem', redeemed)).status).toBe(201);
  }
  await service.api('POST', '/v2/items', '<item><item_code>oar</item_code><name>Oar</name></item>', {
    'X-Api-Version': '2.29',
  });
  const { opened } = service.service;
  const site = (await opened.sites.find('demo'))!;
  siteId = site.id;
  const at = Math.floor(service.clock.now() / 1000);
  const caller = { site, at, actor: 'command line:test', correlation: 'test' };
  const world = { ids: { uuid: () => fresh('report').replaceAll('-', '').padEnd(32, '0') } };
  const payment = textOf(xml?.children[0], 'uuid') ?? '';
  await simulateReport({ storage: opened.storage, world: world as never })(caller, payment, 'dispute');
  await service.dueWork();
  const endpoint = await owner.submit('/webhooks/endpoints/add', { url: 'http://127.0.0.1:9/hook', which: 'all' });
  expect(endpoint.status, endpoint.html).toBe(303);
  await owner.submit('/webhooks/sample');
  await owner.submit('/reports/sales/run?from=2026-11-01&to=2026-11-30');
  await service.changeDemoSite({ operator_approval_limit_in_cents: 1000 });
  const finance = await withRole(service, ['finance']);
  const asked = await finance.submit(`/invoices/${refunded}/refund?way=all`, { reason: 'goodwill' });
  expect(asked.location).toContain('/approvals/');
  // It would delete the failure of an item that is not due.
  await service.service.worker?.close();
  await opened.storage.of(siteId).due.fail({
    kind: 'gateway_operation',
    id: '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
    subject: '019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
    at: at - 60,
    failures: 8,
    status: 'parked',
    error: 'No.',
    failed_at_ms: service.clock.now(),
    retry_at_ms: null,
  });
};

/** Follows the links of the owner until no address of an unknown route is left. */
const crawl = async (owner: RoleBrowser): Promise<void> => {
  const waiting = routes.filter(({ method, path }) => method === 'get' && !path.includes(':')).map(({ path }) => path);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const route = routeOf(address);
    if (!route || pages.has(route.path)) continue;
    const { status, html, headers } = await owner.get(address);
    expect(status, address).toBeLessThan(500);
    if (status >= 400) continue;
    pages.set(route.path, address);
    if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) continue;
    const addresses = addressesIn(html);
    found.set(route.path, addresses);
    waiting.push(...addresses);
  }
};

/** Adds the actions for which the records that the crawl found are in another state: their pages open all the same. */
const addActions = async (owner: RoleBrowser): Promise<void> => {
  for (const { method, path } of routes) {
    const [, parent = '', action = ''] = /^(.+)\/([\w-]+)$/.exec(path) ?? [];
    const record = pages.get(parent);
    if (method !== 'get' || pages.has(path) || record === undefined || !parent.includes(':')) continue;
    const address = `${record}/${action}`;
    const { status } = await owner.get(address);
    expect(status, address).toBeLessThan(500);
    if (status < 400) pages.set(path, address);
  }
};

beforeAll(async () => {
  const env = { ...WITH_CONSOLE, RATE_LIMIT: 'off', SECRETS_KEY: randomBytes(32).toString('base64') };
  ({ service, routes } = await withRoutes(() => startTestService({ env })));
  const owner = await withRole(service, ['owner']);
  await makeRecords(owner);
  await crawl(owner);
  await addActions(owner);
}, 60_000);
afterAll(() => service.close());

it('the owner reaches the pages of customers, subscriptions, invoices, payments, disputes, deliveries, mail and more', () => {
  for (const path of [
    '/customers/:code',
    '/subscriptions/:uuid',
    '/invoices/:number',
    '/payments/:uuid',
    '/disputes/:id',
    '/webhooks/deliveries/:id',
    '/webhooks/endpoints/:id',
    '/mail/:id',
    '/work/:kind/:id',
    '/approvals/:uuid',
    '/keys/:id',
    '/operators/:email',
    '/audit/:id',
    '/catalogue/plans/:code',
    '/catalogue/gift-cards/:id',
    '/reports/runs/:id',
  ]) {
    expect([...pages.keys()]).toContain(path);
  }
  const unreached = routes.filter(({ method, path }) => method === 'get' && !pages.has(path)).map(({ path }) => path);
  expect(unreached.sort()).toEqual(Object.keys(WITHOUT).sort());
});

describe.each(ROLES)('the role %s', (role) => {
  it('opens the pages of records that the table allows, and finds there what leads to its own pages only', async () => {
    const browser = await withRole(service, [role]);
    const wrong: string[] = [];
    for (const [path, address] of pages) {
      const route = routeOf(address);
      if (!route) continue;
      const { status, html, headers } = await browser.get(address);
      const allowed = mayOpen(role, route);
      if ((status === 403) === allowed || status === 404 || status >= 500) wrong.push(`${address} ${status}`);
      if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) continue;
      for (const to of addressesIn(html)) {
        const [page, form] = [routeOf(to), routeOf(to, 'post')];
        if (page ? !mayOpen(role, page) : form && !mayOpen(role, form)) wrong.push(`${path} leads to ${to}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is refused each action on a record that the table does not allow, and nothing is changed', async () => {
    const browser = await withRole(service, [role]);
    const key = /name="form_key" value="([^"]*)"/.exec((await browser.get('/')).html)?.[1] ?? '';
    const { auditLog } = service.service.opened.storage.of(siteId);
    const before = await auditLog.count({});
    const wrong: string[] = [];
    for (const route of routes) {
      const address = pages.get(route.path);
      if (route.method !== 'post' || address === undefined || mayOpen(role, route)) continue;
      const form_id = fresh('form').replaceAll('-', '').padEnd(24, '0');
      const { status } = await browser.post(address, { form_key: key, form_id });
      if (status !== 403) wrong.push(`${address} ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(await auditLog.count({})).toBe(before);
  });
});

it('the buttons of a record are those of the owner that the table allows', async () => {
  const records = ['/customers/:code', '/subscriptions/:uuid', '/invoices/:number', '/payments/:uuid', '/disputes/:id'];
  const wrong: string[] = [];
  for (const role of ROLES) {
    const browser = await withRole(service, [role]);
    for (const path of [
      ...records,
      '/mail/:id',
      '/webhooks/deliveries/:id',
      '/webhooks/endpoints/:id',
      '/work/:kind/:id',
    ]) {
      const address = pages.get(path) ?? '';
      const { status, html } = await browser.get(address);
      if (status !== 200) continue;
      const own = addressesIn(html);
      const actions = [...(found.get(path) ?? [])].filter((to) => to.startsWith(`${address}/`));
      for (const to of actions) {
        const route = routeOf(to) ?? routeOf(to, 'post');
        if (route && mayOpen(role, route) !== own.has(to)) wrong.push(`${role}: ${to} ${own.has(to)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
