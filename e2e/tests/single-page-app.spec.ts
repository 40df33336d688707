import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { VISA } from './checkout.ts';

const view = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
const fact = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=..').getByRole('definition');

test.beforeEach(async ({ page, service }) => {
  await page.goto(`${service.shopUrl}/single-page-app.html`);
});

test('from the cart through the payment to the end, and again from the start @phone', async ({ page, card }) => {
  await page.getByRole('link', { name: 'Go to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused();
  await card.ready();
  await card.type(VISA);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByRole('button', { name: /Pay/ }).click();

  await expect(page.getByRole('heading', { name: 'Done' })).toBeFocused();
  await expect(page.getByText(/Token \S+ represents the visa card ending in 1111/)).toBeVisible();
  await page.getByRole('link', { name: 'Start again' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused();
});

test('entering and leaving the view leaves no frame behind', async ({ page, card }) => {
  for (const times of [1, 2]) {
    await view(page, 'Payment').click();
    await card.ready();
    await expect(fact(page, 'Card frames')).toHaveText('4');
    await view(page, 'Cart').click();
    await expect(fact(page, 'Card frames')).toHaveText('0');
    await expect(fact(page, 'Instances destroyed')).toHaveText(String(times));
  }
  await view(page, 'Payment').click();
  await card.type({ number: '4111' });
  await expect(card.number).toHaveValue('4111');
});

test('the card is cleared when the view is left, also by the browser’s back button', async ({ page, card }) => {
  await view(page, 'Payment').click();
  await card.type({ number: '4111 1111 1111 1111' });
  // Like the buttons of the browser. Firefox’s driver waits for a load that never comes.
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await page.evaluate(() => history.forward());
  await card.ready();
  await expect(card.number).toHaveValue('');
});

test('leaving while the token is being created shows no error, and breaks nothing', async ({ page, card }) => {
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  await view(page, 'Payment').click();
  await card.ready();
  await card.type(VISA);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.route('**/js/v1/token*', (route) => route.abort('timedout'));
  await page.evaluate(() => {
    document.querySelector('form')?.requestSubmit();
    location.hash = 'cart';
  });
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await view(page, 'Done').click();
  await expect(page.getByText('There is no token yet: the order is not paid.')).toBeVisible();
  expect(broken).toEqual([]);
});

test('missing values are reported under their fields', async ({ page, card }) => {
  await view(page, 'Payment').click();
  await card.type({ ...VISA, number: '4111 1111 1111 1112' });
  await page.getByRole('button', { name: /Pay/ }).click();
  await expect(page.getByText('Check the card number. A digit may be missing or swapped.').first()).toBeVisible();
  await expect(page.getByText('Enter your first name.')).toBeVisible();
});
