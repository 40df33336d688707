import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type RunningService, test } from '../fixtures/index.ts';
import { PERSON, VISA } from './checkout.ts';

test.use({ locale: 'en-US' });

/** The page and the server of the recipe, as a merchant pastes them. */
const RECIPE = new URL('../../docs/recipes/confirm-payments-with-3-d-secure.md', import.meta.url);

/** Runs the recipe's shop against `service`, for the customer with this account code. */
const openShop = async ({ apiUrl, browserUrl }: RunningService, accountCode: string) => {
  const recipe = await readFile(RECIPE, 'utf8');
  const listing = (language: string, holding: string) =>
    [...recipe.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(
      ([, written, code = '']) => written === language && code.includes(holding),
    )?.[2] ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'));
  const page = listing('html', '<!doctype html>').replaceAll('http://localhost:3001', browserUrl);
  await writeFile(join(folder, 'checkout.html'), page);
  const server = listing('js', 'createServer').replace("'ada'", `'${accountCode}'`);
  await writeFile(join(folder, 'shop.mjs'), server);
  Object.assign(process.env, { API_URL: apiUrl, PORT: '0' });
  const { shop }: { shop: Server } = await import(pathToFileURL(join(folder, 'shop.mjs')).href);
  if (!shop.listening) await once(shop, 'listening');
  return {
    url: `http://localhost:${(shop.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      shop.closeAllConnections();
      shop.close();
      await rm(folder, { recursive: true });
    },
  };
};

test('the payment form lets the customer confirm, refuse and leave, and keeps the card', async ({
  page,
  service,
  browserName,
}) => {
  await using shop = await openShop(service, `form-${browserName}`);
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url() === `${shop.url}/buy`) {
      orders.push(Object.keys(request.postDataJSON()).join());
    }
  });
  await page.goto(shop.url);

  const challenge = page.frameLocator('iframe.service-three-d-secure');
  const press = (name: string) =>
    challenge
      .frameLocator('iframe')
      .getByRole('button', { name })
      .evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
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
  expect(orders).toEqual(['token', 'token', 'token', 'token,resultToken']);
});
