/** The complete checkouts of the documents, as `check` sees them: none may lose an order, or charge twice. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, type RunningService } from '../fixtures/index.ts';
import { check, checkedTexts, SHORT_CHECK } from './check/run-program.ts';
import { test } from './checkout.ts';
import { type Framework, openProject } from './components/project.ts';
import { pressLast } from './press.ts';
import { hasPhp, openPhpShop, openRecipeShop } from './recipe-shop.ts';

test.describe.configure({ timeout: 600_000 });

const openBuiltShop = async (service: RunningService, framework: Framework) => {
  const project = await openProject(framework);
  try {
    return await openRecipeShop(service, await project.page(await project.serverHtml()));
  } finally {
    await project.remove();
  }
};

const CHECKOUTS = {
  'the recipe for 3-D Secure': (service: RunningService) => openRecipeShop(service),
  'the README for React': (service: RunningService) => openBuiltShop(service, 'react'),
  ...(hasPhp && { 'the recipe for PHP': (service: RunningService) => openPhpShop(service) }),
  'the README for Vue': (service: RunningService) => openBuiltShop(service, 'vue'),
};

const field = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`).getByLabel(title);

const fillIn = async (page: Page, number: string) => {
  await field(page, 'Card number').pressSequentially(number);
  await field(page, 'Expiry date').pressSequentially('1240');
  await field(page, 'Security code').pressSequentially('123');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
};

for (const [name, open] of Object.entries(CHECKOUTS)) {
  test(`the checkout of ${name} is clean`, async ({ page, service, long }, info) => {
    await using shop = await open(service);
    const checked = await check(shop.url, service, info.outputPath('report'), ...(long ? [] : SHORT_CHECK));
    expect(checked.results.filter(({ level }) => level !== 'good')).toEqual([]);
    expect(checkedTexts(checked, 'lost-answer')).toContain('a second press, the customer was charged once.');
    expect(checkedTexts(checked, 'reload')).toContain('After the reload, the page says of the payment: “Paid”');

    await test.step('an error page in place of an answer keeps the order for the next press', async () => {
      const orders: (string | null)[] = [];
      await page.route(`${shop.url}/buy`, (route) => {
        orders.push(route.request().postData());
        return route.fulfill({ contentType: 'text/html', body: '<h1>Busy</h1>' });
      });
      await page.goto(shop.url);
      await fillIn(page, '4111111111111111');
      await page.getByRole('button', { name: 'Pay $24.99' }).click();
      await expect(page.getByText('The shop did not answer. Press the button again')).toBeVisible();
      // Another card would not be in the order.
      await expect(page.locator('[inert]').getByTitle('Card number')).toHaveCount(1);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => orders).toEqual([orders[0], orders[0]]);
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
      await page.unroute(`${shop.url}/buy`);
      // As after a press of the button: what was sent before is sent again.
      await page.reload();
      await expect(page.getByText('Thank you. You are subscribed.')).toBeVisible();
    });
  });
}

const SHOPS = {
  'the recipe for 3-D Secure': openRecipeShop,
  ...(hasPhp && { 'the recipe for PHP': openPhpShop }),
};

/** An API that gives one answer to everything. `received`: the requests. */
const openFixedApi = async (status: number, answer = '') => {
  const received: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    received.push(`${method} ${url} ${headers['idempotency-key'] ?? ''}`);
    response.writeHead(status).end(answer);
  }).listen(0);
  await once(server, 'listening');
  return {
    apiUrl: `http://localhost:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
};

const postOrder = async (shop: string, order: unknown) =>
  (await fetch(`${shop}/buy`, { method: 'POST', body: JSON.stringify(order) })).status;

for (const [name, open] of Object.entries(SHOPS)) {
  test(`${name} sends nothing for an order whose id would change its headers`, async () => {
    await using api = await openFixedApi(404);
    await using shop = await open({ apiUrl: api.apiUrl, browserUrl: 'http://localhost' });
    const ids = ['1\r\nX-Other: 2', '1\nX-Other: 2', '1\n', '1\0', '', 'a'.repeat(65), null, undefined];
    for (const id of ids) expect(await postOrder(shop.url, { id, token: 'card' })).toBe(400);
    expect(api.received.filter((request) => request.startsWith('POST'))).toEqual([]);
    await postOrder(shop.url, { id: '7f0c-1_x', token: 'card' });
    expect(api.received.at(-1)).toMatch(/^POST \/v2\/purchases [0-9a-f]{32}-7f0c-1_x$/);
  });
}

const subscriptionTo = (plan: string) =>
  `<subscription href="/"><plan href="/"><plan_code>${plan}</plan_code></plan></subscription>`;

for (const [name, open] of Object.entries(SHOPS)) {
  test(`${name} charges nothing unless it knows that the customer has not paid`, async () => {
    for (const status of [301, 401, 403, 429, 500, 503]) {
      await using api = await openFixedApi(status);
      await using shop = await open({ apiUrl: api.apiUrl, browserUrl: 'http://localhost' });
      expect([status, await postOrder(shop.url, { id: 'order', token: 'card' })]).toEqual([status, 502]);
      const page = await fetch(shop.url);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect([page.status, await page.text()]).toEqual([502, 'The shop cannot answer. Try again later.']);
      expect(api.received.filter((request) => request.startsWith('POST'))).toEqual([]);
    }
    await using api = await openFixedApi(200, `${subscriptionTo('other')}${subscriptionTo('tideline')}`);
    await using shop = await open({ apiUrl: api.apiUrl, browserUrl: 'http://localhost' });
    expect(await postOrder(shop.url, { id: 'order', token: 'card' })).toBe(200);
    expect(api.received.filter((request) => request.startsWith('POST'))).toEqual([]);
  });
}

for (const [name, open] of Object.entries(SHOPS)) {
  test(`${name} reads no element that is empty`, async () => {
    await using api = await openFixedApi(
      404,
      `<errors>
        <transaction_error>
          <three_d_secure_action_token_id nil="nil"/>
          <customer_message>Call your bank.</customer_message>
        </transaction_error>
      </errors>`,
    );
    await using shop = await open({ apiUrl: api.apiUrl, browserUrl: 'http://localhost' });
    const answer = await fetch(`${shop.url}/buy`, { method: 'POST', body: '{ "id": "order", "token": "card" }' });
    const { actionTokenId, message } = await answer.json();
    expect([actionTokenId ?? null, message]).toEqual([null, 'Call your bank.']);
  });
}

test('the shop in PHP leads to the account pages and back by the addresses for customers', async () => {
  test.skip(!hasPhp, 'There is no PHP on this machine.');
  await using api = await openFixedApi(200, '<account><hosted_login_token>login</hosted_login_token></account>');
  await using shop = await openPhpShop(
    { apiUrl: api.apiUrl, browserUrl: 'http://localhost' },
    { SHOP_URL: 'https://shop.example', ACCOUNT_PAGES_URL: 'https://billing.example.com' },
  );
  const { headers } = await fetch(`${shop.url}/change`, { redirect: 'manual' });
  expect(headers.get('location')).toBe(
    'https://billing.example.com/account/login?task=change&return_url=https%3A%2F%2Fshop.example%2F',
  );
  expect(headers.get('set-cookie')).toMatch(/; secure/i);
});

for (const [name, open] of Object.entries(SHOPS)) {
  test(`${name} does not say after a refusal without a reason that nothing was charged`, async () => {
    await using api = await openFixedApi(404);
    await using shop = await open({ apiUrl: api.apiUrl, browserUrl: 'http://localhost' });
    const answer = await fetch(`${shop.url}/buy`, { method: 'POST', body: '{ "id": "order", "token": "used" }' });
    expect((await answer.json()).message).toBe(
      'The payment was not accepted. Before you pay again, look for a receipt, or contact the shop.',
    );
  });
}

test('a customer of the shop in PHP whose answer was lost tries the same order again', async ({ page, service }) => {
  test.skip(!hasPhp, 'There is no PHP on this machine.');
  await using shop = await openPhpShop(service);
  const orders: (string | null)[] = [];
  await page.route(`${shop.url}/buy`, async (route) => {
    orders.push(route.request().postData());
    if (orders.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto(shop.url);
  const coupon = page.getByLabel('Coupon');
  await coupon.fill('NONSENSE');
  await coupon.press('Tab');
  await expect(page.getByRole('button', { name: 'Pay $24.99' })).toBeEnabled();
  // The price follows the coupon, also back to none.
  await coupon.fill('');
  await coupon.press('Tab');
  await expect(page.getByRole('button', { name: 'Pay $24.99' })).toBeEnabled();
  await coupon.fill('tide15');
  await coupon.fill('TIDE15');
  await coupon.press('Tab');
  await expect(page.getByRole('button', { name: 'Pay $21.99' })).toBeEnabled();
  await coupon.fill('TIDE1');
  await expect(page.getByRole('button', { name: 'Pay $21.99' })).toBeDisabled();
  await coupon.fill('TIDE15');
  await expect(page.getByRole('button', { name: 'Pay $21.99' })).toBeEnabled();
  await fillIn(page, '4111111111111111');
  await page.getByRole('button', { name: 'Pay $21.99' }).click();
  await expect(page.getByText('The shop did not answer. Press the button again')).toBeVisible();
  await expect(coupon).toBeDisabled();
  await expect(page.locator('[inert]').getByTitle('Card number')).toHaveCount(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You are subscribed.')).toBeVisible();
  expect(orders).toEqual([orders[0], orders[0]]);
  expect(orders[0]).toContain('"coupon":"TIDE15"');
  await page.getByRole('link', { name: 'Change your plan' }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByText('$21.99').first()).toBeVisible();
  await expect(page.getByText('$24.99')).toHaveCount(0);
});

test('a customer of the shop in PHP buys with a coupon, confirms to the bank, and changes the plan', async ({
  page,
  service,
}) => {
  test.skip(!hasPhp, 'There is no PHP on this machine.');
  await using shop = await openPhpShop(service);
  await page.goto(shop.url);
  await page.getByLabel('Coupon').fill('NONSENSE');
  await page.getByLabel('Coupon').press('Tab');
  await expect(page.getByText('This coupon is not valid.')).toBeVisible();
  await page.getByLabel('Coupon').fill('TIDE15');
  // The price is still that without the coupon.
  await expect(page.getByRole('button', { name: 'Pay $24.99' })).toBeDisabled();
  await page.getByLabel('Coupon').press('Tab');
  // 15 % of 19.99 are 3.00; the setup is 5.00.
  await expect(page.getByRole('button', { name: 'Pay $21.99' })).toBeEnabled();
  await fillIn(page, '4000000000003220');
  await page.getByRole('button', { name: 'Pay $21.99' }).click();
  const bank = page.frameLocator('iframe.service-three-d-secure').frameLocator('iframe');
  await pressLast(bank.getByRole('button', { name: 'Confirm payment' }));
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();

  await page.getByRole('link', { name: 'Change your plan' }).click();
  await page.getByRole('radio', { name: /by the year/ }).check();
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.getByRole('button', { name: /^Change and pay \$/ }).click();
  await pressLast(bank.getByRole('button', { name: 'Confirm payment' }));
  await expect(page.getByText('Your subscription has been changed.')).toBeVisible();
  await page
    .getByRole('link', { name: /^Back to/ })
    .first()
    .click();
  await expect(page.getByText('You are subscribed.')).toBeVisible();
});
