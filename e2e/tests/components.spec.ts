/** The packages for React and Vue as a merchant's project has them: packed, installed, built, and paid with. */
import type { Page } from '@playwright/test';
import { expect, type RunningService, test } from '../fixtures/index.ts';
import { PERSON } from './checkout.ts';
import { openProject, type Project } from './components/project.ts';
import { pressLast } from './press.ts';
import { openRecipeShop } from './recipe-shop.ts';

test.use({ locale: 'en-US' });

const field = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);

/** Shows an example. `report`: the name of a property that is called with a text. */
const show = (page: Page, name: string, props: object = {}, report?: string) =>
  page.evaluate(
    ([name, props, report]) => {
      const window = globalThis as never as { show(name: unknown, props: object): void; reported: string[] };
      window.reported = [];
      window.show(name, { ...props, ...(report && { [report]: (text: string) => window.reported.push(text) }) });
    },
    [name, props, report] as const,
  );

const reported = (page: Page) => page.evaluate(() => (globalThis as never as { reported: string[] }).reported);

/** Opens the built project, hydrated from what the server rendered, and records what the browser complains about. */
const openShop = async (page: Page, service: RunningService, project: Project, rendered: string) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    const harmless = /Unrecognized feature|DevTools|development build|not-found|status of (?:4\d\d|502)/.test(
      message.text(),
    );
    if (!harmless) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const shop = await openRecipeShop(service, await project.page(rendered));
  await page.goto(shop.url);
  return { shop, problems };
};

for (const framework of ['react', 'vue'] as const) {
  test(`the ${framework} package: its types, its server rendering, and every example of its README`, async ({
    page,
    service,
  }) => {
    test.setTimeout(300_000);
    const project = await openProject(framework);
    expect(await project.typeErrors()).toBe('');
    const html = await project.serverHtml();
    expect(html.replaceAll(/<!--.*?-->/g, '')).toMatch(
      /^<form[^>]*><h1>Checkout<\/h1><div[^>]*><div[^>]*><\/div><\/div><button[^>]* disabled(?:="")?>Pay \$24\.99<\/button><p role="status"><\/p><\/form>$/,
    );

    const { shop, problems } = await openShop(page, service, project, html);
    await using _ = shop;
    const orders: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url() === `${shop.url}/buy`) {
        orders.push(Object.keys(request.postDataJSON()).join());
      }
    });

    await test.step('a payment that the customer confirms', async () => {
      const challenge = page.frameLocator('iframe.service-three-d-secure');
      const payButton = page.getByRole('button', { name: 'Pay $24.99' });
      for (const name of ['First name', 'Last name'] as const) await page.getByLabel(name).fill(PERSON[name]);
      await field(page, 'Card number').pressSequentially('4000000000003220');
      await field(page, 'Expiry date').pressSequentially('1240');
      await field(page, 'Security code').pressSequentially('123');
      await field(page, 'Security code').press('Enter');
      await expect(payButton).toBeDisabled();
      await pressLast(challenge.frameLocator('iframe').getByRole('button', { name: 'Confirm payment' }));
      await expect(page.getByText('Thank you. You are subscribed.')).toBeVisible();
      expect(orders).toEqual(['id,token', 'id,token,resultToken']);
      // A component that is shown later asks the shop, as after a reload of a page that the shop does not serve.
      await show(page, '');
      await expect(page.getByText('You are subscribed.')).toHaveCount(0);
      await show(page, 'Checkout');
      await expect(page.getByText('Thank you. You are subscribed.')).toBeVisible();
      // A shop that does not know whether the customer has paid does not say no.
      await page.route(`${shop.url}/status`, (route) => route.fulfill({ status: 502, json: { paid: false } }));
      await show(page, '');
      await show(page, 'Checkout');
      await expect(page.getByText('The shop did not answer. Reload the page')).toBeVisible();
      await page.unroute(`${shop.url}/status`);
      // What a press of the button has brought stays when the first question fails late.
      const late = Promise.withResolvers<void>();
      await page.route(`${shop.url}/status`, async (route) => {
        await late.promise;
        await route.fulfill({ status: 502, json: {} });
      });
      await page.route(`${shop.url}/buy`, (route) => route.fulfill({ json: { message: 'Call your bank.' } }));
      await show(page, '');
      await show(page, 'Checkout');
      for (const name of ['First name', 'Last name'] as const) await page.getByLabel(name).fill(PERSON[name]);
      await field(page, 'Card number').pressSequentially('4000000000000341');
      await field(page, 'Expiry date').pressSequentially('1240');
      await field(page, 'Security code').pressSequentially('123');
      await payButton.click();
      await expect(page.getByText('Call your bank.')).toBeVisible();
      const failed = page.waitForResponse(`${shop.url}/status`);
      late.resolve();
      await (await failed).finished();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      await expect(page.getByText('Call your bank.')).toBeVisible();
      await page.unroute(`${shop.url}/status`);
      await page.unroute(`${shop.url}/buy`);
      // The shop shows the form to the next visitor.
      await page.context().clearCookies();
      await page.goto(shop.url);
      await expect(page.locator('iframe')).toHaveCount(3);
    });

    await test.step('single fields', async () => {
      await show(page, 'CardFields', {}, 'onToken');
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Lovelace');
      await field(page, 'Card number').pressSequentially('4111111111111111');
      await expect(page.getByText('Brand: visa')).toBeVisible();
      await page.getByRole('button', { name: 'Save this card' }).click();
      await expect(page.getByRole('alert')).toHaveText(/^Enter the expiry date, month and year\.$/);
      await field(page, 'Expiry date').pressSequentially('1240');
      // React empties a form after its action has run.
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Lovelace');
      await page.getByRole('button', { name: 'Save this card' }).click();
      await expect.poll(() => reported(page)).toEqual([expect.stringMatching(/^\S{10,}$/)]);
      await expect(page.locator('iframe')).toHaveCount(3);
    });

    await test.step('prices', async () => {
      await show(page, 'Order');
      await expect(page.getByText(/^Today: \$\d+\.\d\d$/)).toBeVisible();
      const before = await page.getByText(/^Then:/).textContent();
      const coupon = page.getByLabel('Coupon');
      await coupon.fill('nothing');
      await coupon.blur();
      await expect(page.getByRole('alert')).toHaveText('This coupon is not valid for this plan.');
      await expect(page.getByText(/^Then:/)).toHaveText(before ?? '');
      await coupon.fill('TIDE15');
      await coupon.blur();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByText(/^Then:/)).not.toHaveText(before ?? '');
    });

    await test.step('a challenge of its own', async () => {
      await show(page, 'Challenge', { actionTokenId: 'unknown' });
      await expect(page.locator('iframe.service-three-d-secure')).toHaveCount(1);
    });

    await test.step('leaving', async () => {
      await show(page, '');
      await expect(page.locator('iframe')).toHaveCount(0);
      expect(problems).toEqual([]);
    });
    await project.remove();
  });
}
