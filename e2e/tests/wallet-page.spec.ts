import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { pressLast } from './press.ts';

const openWallet = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Open wallet/ }).click();
  return opened;
};

/** Agrees as one of the sandbox's buyers. */
const agreeAs = async (wallet: Page, buyer: RegExp) => {
  await wallet.getByRole('radio', { name: buyer }).check();
  await pressLast(wallet.getByRole('button', { name: 'Agree' }));
};

test.beforeEach(async ({ page, service }) => {
  await page.goto(`${service.shopUrl}/wallet.html`);
});

test('an agreement becomes the wallet on file', async ({ page }) => {
  const wallet = await openWallet(page);
  await expect(wallet.getByText('The digital quarterly, four issues a year')).toBeVisible();
  await agreeAs(wallet, /Ada Lovelace/);
  await expect(page.getByRole('status').first()).toHaveText(/You pay from the wallet of Ada Lovelace/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your wallet on file' })).toBeVisible();
  await expect(page.getByText(/B-approved-/)).toBeVisible();
});

test('a customer who closes the wallet can open it again', async ({ page }) => {
  const wallet = await openWallet(page);
  await wallet.close();
  await expect(page.getByRole('alert')).toHaveText(/You left your wallet without agreeing/);
  await agreeAs(await openWallet(page), /Ada Lovelace/);
  await expect(page.getByRole('heading', { name: 'Your wallet on file' })).toBeVisible();
});

test('a failure of the wallet is explained', async ({ page }) => {
  await agreeAs(await openWallet(page), /Charles Babbage/);
  await expect(page.getByRole('alert')).toHaveText(
    'Your wallet could not be opened, so nothing was charged. Try again, or pay in another way.',
  );
});

test('a wallet whose check fails is reported, and nothing is on file', async ({ page }) => {
  await agreeAs(await openWallet(page), /Blaise Pascal/);
  await expect(page.getByRole('alert')).toHaveText('The wallet declined the payment. Choose another way to pay.');
  await expect(page.getByRole('button', { name: /Open wallet/ })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No card to type' })).toBeVisible();
});
