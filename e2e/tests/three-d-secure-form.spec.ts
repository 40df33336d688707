import { expect, test } from '../fixtures/index.ts';
import { PERSON, VISA } from './checkout.ts';
import { pressLast } from './press.ts';
import { openRecipeShop } from './recipe-shop.ts';

test.use({ locale: 'en-US' });

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
]) {
  test(`the page of the bank opens in sight on ${viewport.width} x ${viewport.height}`, async ({ page, service }) => {
    await page.setViewportSize(viewport);
    await using shop = await openRecipeShop(service);
    await page.goto(shop.url);
    // A shop has its logo and its goods above the form.
    await page.evaluate(() => document.body.prepend(Object.assign(document.createElement('div'), { id: 'goods' })));
    await page.addStyleTag({ content: '#goods { height: 560px }' });
    const field = (name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);
    await field('Card number').pressSequentially('4000000000003220');
    await field('Expiry date').pressSequentially('1240');
    await field('Security code').pressSequentially(VISA.cvv ?? '');
    for (const name of ['First name', 'Last name'] as const) await page.getByLabel(name).fill(PERSON[name]);
    await page.getByRole('button', { name: 'Pay $24.99' }).press('Enter');
    const bank = page.frameLocator('iframe.service-three-d-secure').frameLocator('iframe');
    await expect(bank.getByRole('button', { name: 'Confirm payment' })).toBeVisible();
    await expect(page.locator('iframe.service-three-d-secure')).toBeInViewport({ ratio: 1 });
    await expect(bank.getByRole('button', { name: 'Confirm payment' })).toBeInViewport({ ratio: 1 });
  });
}

test('the payment form lets the customer confirm, refuse and leave, and keeps the card', async ({ page, service }) => {
  await using shop = await openRecipeShop(service);
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url() === `${shop.url}/buy`) {
      orders.push(Object.keys(request.postDataJSON()).join());
    }
  });
  await page.goto(shop.url);

  const challenge = page.frameLocator('iframe.service-three-d-secure');
  const press = (name: string) => pressLast(challenge.frameLocator('iframe').getByRole('button', { name }));
  const field = (name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);
  await field('Card number').pressSequentially('4000000000003220');
  await field('Expiry date').pressSequentially('1240');
  await field('Security code').pressSequentially(VISA.cvv ?? '');
  for (const name of ['First name', 'Last name'] as const) await page.getByLabel(name).fill(PERSON[name]);

  const payButton = page.getByRole('button', { name: 'Pay $24.99' });
  await payButton.click();
  await expect(challenge.getByRole('button', { name: 'Cancel and go back' })).toBeVisible();
  await expect(payButton).toBeDisabled();
  await press('Refuse');
  await expect(payButton).toBeEnabled();
  await expect(page.getByRole('status').first()).toContainText('Your bank did not confirm the payment.');
  await expect(field('Card number')).toHaveValue('4000 0000 0000 3220');

  await payButton.click();
  await challenge.getByRole('button', { name: 'Cancel and go back' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').first()).toContainText('The payment was not confirmed.');

  await payButton.click();
  await press('Confirm payment');
  await expect(page.getByText('Thank you. You are subscribed.')).toBeVisible();
  expect(orders).toEqual(['id,token', 'id,token', 'id,token', 'id,token,resultToken']);
});

test('a page that is loaded again continues the challenge, and says that it was paid when the answer was lost', async ({
  page,
  service,
}) => {
  await using shop = await openRecipeShop(service);
  const orders: { id: string; token: string; resultToken?: string }[] = [];
  const arrived = Promise.withResolvers<void>();
  await page.route(`${shop.url}/buy`, async (route) => {
    const order = route.request().postDataJSON();
    orders.push(order);
    const isLost = order.resultToken && orders.filter(({ resultToken }) => resultToken).length === 1;
    if (!isLost) return route.continue();
    await route.fetch();
    arrived.resolve();
  });
  await page.goto(shop.url);
  const field = (name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);
  await field('Card number').pressSequentially('4000000000003220');
  await field('Expiry date').pressSequentially('1240');
  await field('Security code').pressSequentially(VISA.cvv ?? '');
  for (const name of ['First name', 'Last name'] as const) await page.getByLabel(name).fill(PERSON[name]);
  await page.getByRole('button', { name: 'Pay $24.99' }).click();
  const confirm = page
    .frameLocator('iframe.service-three-d-secure')
    .frameLocator('iframe')
    .getByRole('button', { name: 'Confirm payment' });
  await expect(confirm).toBeVisible();

  await page.reload();
  await expect(confirm).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Pay $24.99' })).toBeDisabled();
  await pressLast(confirm);
  await arrived.promise;

  await page.reload();
  await expect(page.getByText('Thank you. You are subscribed.')).toBeVisible();
  expect(orders.map((order) => Object.keys(order).join())).toEqual(['id,token', 'id,token,resultToken']);
  expect(new Set(orders.map(({ id, token }) => id + token)).size).toBe(1);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
