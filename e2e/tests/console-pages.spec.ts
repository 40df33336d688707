import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, type RunningService, test } from '../fixtures/index.ts';
import { api } from './account-link.ts';
import { barriers } from './barriers.ts';
import { park, runCommand, sellToCustomer, signInToConsole } from './console.ts';

// Endpoints and gateways have encrypted secrets.
test.use({ serviceOptions: { env: { SECRETS_KEY: randomBytes(32).toString('base64') } } });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
/** Bytes that the sign-in page and the first page after it may transfer, with fonts. */
const MOST_BYTES = 60_000;

/** Records of every kind, so that no page is empty. Returns the addresses of their pages and forms. */
const records = async (page: Page, service: RunningService): Promise<string[]> => {
  const { code, invoice, payment } = await sellToCustomer(service);
  const second = await sellToCustomer(service);
  await api(
    service,
    'POST',
    '/v2/items',
    '<item><item_code>oar</item_code><name>Oar</name><external_sku>SKU-9</external_sku></item>',
    '2.29',
  );
  const price = (cycle: number, cents: number) =>
    `<ramp_interval><starting_billing_cycle>${cycle}</starting_billing_cycle><unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents></ramp_interval>`;
  await api(
    service,
    'POST',
    '/v2/plans',
    `<plan><plan_code>climb</plan_code><name>Climb</name><pricing_model>ramp</pricing_model><ramp_intervals type="array">${price(1, 500)}${price(4, 900)}</ramp_intervals></plan>`,
    '2.29',
  );
  const coupon = (name: string) =>
    `<coupon><coupon_code>${name}</coupon_code><name>Crew</name><discount_type>percent</discount_type><discount_percent>5</discount_percent></coupon>`;
  for (const name of ['crew', 'mate']) await api(service, 'POST', '/v2/coupons', coupon(name));
  const redeemed = `<redemption><account_code>${code}</account_code><currency>USD</currency></redemption>`;
  await api(service, 'POST', '/v2/coupons/crew/redeem', redeemed);
  const [, entity = ''] =
    /<id>(\w+)</.exec(await api(service, 'GET', '/v2/business_entities', undefined, '2.29')) ?? [];
  const templates = await api(service, 'GET', '/v2/invoice_templates', undefined, '2.29');
  const [, template = ''] = /<uuid>(\w+)</.exec(templates) ?? [];
  const work = park(service);
  await runCommand(service, 'dispute', 'simulate', 'demo', second.payment, 'dispute');
  await page.goto(`${service.consoleUrl}/customers/${code}`);
  const subscription = await page.getByRole('link', { name: 'Tideline', exact: true }).getAttribute('href');
  let dispute: string | null = null;
  await expect(async () => {
    await page.goto(`${service.consoleUrl}/disputes`);
    dispute = await page.locator('a.row-link').first().getAttribute('href', { timeout: 500 });
  }).toPass();
  return [
    `/customers/${code}`,
    `/customers/${code}/edit`,
    `/customers/${code}/charge`,
    `/customers/${code}/coupon?code=mate&currency=USD`,
    `${subscription}`,
    `${subscription}/change?plan_code=tideline-yearly&quantity=2&timeframe=now`,
    `${subscription}/cancel`,
    `/invoices/${invoice}`,
    `/invoices/${invoice}/refund`,
    `/payments/${payment}`,
    `${dispute}`,
    `${dispute}/evidence`,
    `${dispute}/accept`,
    '/settings/brand',
    '/settings/clock',
    '/settings/invoice-number',
    `/work/mail_delivery/${work}`,
    '/catalogue/plans/climb',
    '/catalogue/plans/tideline',
    '/catalogue/plans/tideline/new-item-add-on',
    '/catalogue/items',
    '/catalogue/items/oar',
    '/catalogue/items/oar/edit',
    '/catalogue/items/oar/deactivate',
    '/catalogue/shipping-methods',
    '/catalogue/new-shipping-method',
    '/settings/business-entities',
    `/settings/business-entities/${entity}`,
    '/settings/invoice-templates',
    `/settings/invoice-templates/${template}`,
    '/search?q=example.com',
    '/profile',
  ];
};

/** Makes an operator, an endpoint with a delivery, a report in the background, and an approval. */
const moreRecords = async (page: Page, service: RunningService): Promise<readonly string[]> => {
  const email = `ada-${process.pid}@example.com`;
  await runCommand(service, 'operator', 'invite', email, '--site', 'demo', '--role', 'support');
  const send = async (path: string, button: string | RegExp): Promise<string> => {
    await page.getByRole('main').getByRole('button', { name: button }).click();
    await page.waitForURL((url) => url.pathname !== path);
    return new URL(page.url()).pathname;
  };
  await page.goto(`${service.consoleUrl}/webhooks/endpoints/add`);
  await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/hook');
  const endpoint = await send('/webhooks/endpoints/add', 'Add endpoint');
  await page.goto(`${service.consoleUrl}/webhooks/sample`);
  await send('/webhooks/sample', 'Send sample');
  await page.goto(`${service.consoleUrl}/reports/sales/run`);
  const run = await send('/reports/sales/run', 'Run in the background');
  await runCommand(service, 'site', 'change', 'demo', '--operator-approval-limit-in-cents', '1000');
  const { invoice } = await sellToCustomer(service);
  await page.goto(`${service.consoleUrl}/invoices/${invoice}/refund?way=all`);
  await page.getByLabel('Reason').selectOption({ index: 1 });
  const approval = await send(`/invoices/${invoice}/refund`, /^Refund/);
  return [endpoint, run, approval, `/operators/${encodeURIComponent(email)}`];
};

/** The paths of all addresses that the console shows; a test of the service writes them. */
const ROUTES = readFileSync(new URL('./console-routes.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const hasParameter = (route: string): boolean => route.includes(':');
const expressionOf = (route: string): RegExp => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
/** A path without a parameter is looked at first: `/keys/create` is no key. */
const KNOWN = [...ROUTES].sort((one, other) => Number(hasParameter(one)) - Number(hasParameter(other)));
const routeOf = (path: string): string | undefined => KNOWN.find((route) => expressionOf(route).test(path));

/**
 * Returns an address of every route: without parameters the path itself, else the first that a page links to, else the
 * record of a shorter path. `seeds`: addresses of records, also those with a query.
 */
const addressesOfRoutes = async (
  page: Page,
  service: RunningService,
  seeds: readonly string[],
): Promise<readonly string[]> => {
  const examples = new Map<string, string>();
  const pages: string[] = [];
  const visit = async (address: string): Promise<readonly string[]> => {
    const response = await page.request.get(`${service.consoleUrl}${address}`, { maxRedirects: 0 });
    // Files are no pages, and what redirects is another page.
    const isPage = response.headers()['content-type']?.startsWith('text/html') && response.status() < 300;
    expect(response.status(), address).toBeLessThan(500);
    if (!isPage || response.headers()['content-security-policy']?.startsWith('sandbox')) return [];
    pages.push(address);
    return [...(await response.text()).matchAll(/href="(\/[^"?#]*)/g)].map(([, path = '']) => path);
  };
  const queue = [...ROUTES.filter((route) => !hasParameter(route)), ...seeds];
  for (const address of queue) {
    const path = address.split('?')[0] ?? address;
    const route = routeOf(path);
    if (route && !examples.has(route)) examples.set(route, path);
    for (const linked of await visit(address)) {
      const to = routeOf(linked);
      if (!to || examples.has(to)) continue;
      examples.set(to, linked);
      queue.push(linked);
    }
  }
  const missing = ROUTES.filter((route) => !examples.has(route));
  for (const route of missing) {
    const end = route.lastIndexOf('/');
    const record = examples.get(route.slice(0, end));
    if (record && !hasParameter(route.slice(end))) {
      examples.set(route, `${record}${route.slice(end)}`);
      await visit(`${record}${route.slice(end)}`);
    }
  }
  expect(ROUTES.filter((route) => !examples.has(route))).toEqual(WITHOUT_RECORD);
  return pages;
};

/**
 * Paths of records that the fixtures have none of: they would need an account at a provider, or books of an earlier
 * month.
 */
const WITHOUT_RECORD: readonly string[] = [
  '/payouts/fetch/:code',
  '/reports/journals/batches/:number',
  '/reports/journals/batches/:number/files/:name',
  '/reports/journals/batches/:number/give-up',
  '/reports/periods/:month/files/:file',
  '/settings/gateways/:code',
  '/settings/gateways/:code/check',
  '/settings/gateways/:code/credentials',
  '/settings/gateways/:code/edit',
  '/settings/gateways/:code/remove',
];

/** Returns the addresses of all reports. */
const reports = async (page: Page, service: RunningService): Promise<string[]> => {
  await page.goto(`${service.consoleUrl}/reports`);
  return page
    .getByRole('region', { name: 'Reports' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
};

/** Returns the actions of a page's heading that lie outside the width of the window, in part or whole. */
const actionsCutOff = (page: Page): Promise<string[]> =>
  page.locator('.heading .actions > *').evaluateAll((actions) =>
    actions.flatMap((action) => {
      const { left, right } = action.getBoundingClientRect();
      return left < 0 || right > document.documentElement.clientWidth ? [action.textContent ?? ''] : [];
    }),
  );

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/** The menu and the header, which all pages share. */
const FRAME_OF_PAGES = ['nav[aria-label="Console"]', 'header:not(main header)'];

/** Returns how often a page has each part that it must have once. */
const outlineOf = (page: Page): Promise<Record<'h1' | 'main' | 'banner' | 'search' | 'menu', number>> =>
  page.evaluate(() => {
    const count = (selector: string): number => document.querySelectorAll(selector).length;
    return {
      h1: count('h1'),
      main: count('main'),
      banner: count('header:not(main header)'),
      search: count('search, [role="search"]'),
      menu: count('nav[aria-label="Console"]'),
    };
  });

/** Addresses of pages by service: the parts that one worker looks at share a service. */
const found = new Map<string, readonly string[]>();

const everyPage = async (page: Page, service: RunningService): Promise<readonly string[]> => {
  const known = found.get(service.consoleUrl);
  if (known) return known;
  const some = await records(page, service);
  const seeds = [...some, ...(await reports(page, service)), ...(await moreRecords(page, service))];
  expect(seeds).toContain('/reports/mrr');
  const pages = await addressesOfRoutes(page, service, seeds);
  found.set(service.consoleUrl, pages);
  return pages;
};

/** The pages are looked at in parts, at the same time. */
const PARTS = 6;

for (let part = 0; part < PARTS; part += 1) {
  test(`every page has one heading and its landmarks, fits a phone, and is accessible in light and dark, part ${part + 1} of ${PARTS}`, async ({
    page,
    service,
  }) => {
    test.setTimeout(300_000);
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signInToConsole(page, service);
    const all = await everyPage(page, service);
    expect(all.length).toBeGreaterThan(ROUTES.length * 0.9);
    let except: readonly string[] = [];
    for (const path of all.filter((_, place) => place % PARTS === part)) {
      await test.step(path, async () => {
        await page.setViewportSize(DESKTOP);
        await page.emulateMedia({ colorScheme: 'light' });
        const answer = await page.goto(`${service.consoleUrl}${path}`);
        expect.soft(answer?.status(), path).toBe(200);
        expect.soft(await outlineOf(page), path).toEqual({ h1: 1, main: 1, banner: 1, search: 1, menu: 1 });
        expect.soft(await barriers(page, { except }), path).toEqual([]);
        expect.soft(await widthOf(page), `width of ${path}`).toBeLessThanOrEqual(DESKTOP.width);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect.soft(await barriers(page, { colorScheme: 'dark', except }), `${path} in the dark`).toEqual([]);
        except = FRAME_OF_PAGES;
        await page.setViewportSize(PHONE);
        expect.soft(await widthOf(page), `width of ${path} on a phone`).toBeLessThanOrEqual(PHONE.width);
        expect.soft(await actionsCutOff(page), `actions of ${path} on a phone`).toEqual([]);
      });
    }
    expect(problems).toEqual([]);
  });
}

test('on a phone an operator reaches menu and filters, which leave the rows in view', async ({ page, service }) => {
  await sellToCustomer(service);
  await page.setViewportSize(PHONE);
  await signInToConsole(page, service);
  await page.locator('details.menu > summary').click();
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Invoices' }).click();
  await expect(page.locator('a.row-link').first()).toBeInViewport();
  await expect(page.locator('#filter-state')).toBeHidden();
  await page.getByText('Filters', { exact: true }).click();
  await page.locator('#filter-state').selectOption('paid');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/state=paid/);
  // What is set is seen.
  await expect(page.locator('#filter-state')).toBeVisible();
  await page.setViewportSize(DESKTOP);
  await page.goto(`${service.consoleUrl}/invoices`);
  await expect(page.locator('#filter-state')).toBeVisible();
});

/** Adds up what a page transfers, compressed, with headers. */
const transferOf = async (context: BrowserContext, page: Page): Promise<() => number> => {
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
};

test('signing in and the first page transfer less than 60 kB from an empty cache @chromium', async ({
  page,
  context,
  service,
}) => {
  await sellToCustomer(service);
  const transferred = await transferOf(context, page);
  await signInToConsole(page, service);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  expect(transferred()).toBeGreaterThan(10_000);
  expect(transferred()).toBeLessThan(MOST_BYTES);
});
