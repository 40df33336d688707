import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { VISA } from './checkout.ts';

const view = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
const fact = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).locator('xpath=..').getByRole('definition');

test.beforeEach(async ({ page, service }) => {
  await page.goto(`${service.shopUrl}/single-page-app.html`);
});

test('from the cart through the payment to the end and back @phone', async ({ page, card }) => {
  await page.getByRole('link', { name: 'Go to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused();
  await card.ready();
  await card.type(VISA);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByRole('button', { name: /Pay/ }).click();

  await expect(page.getByRole('heading', { name: 'Done' })).toBeFocused();
  await expect(page.getByText(/Token \S+ stands for the visa card ending in 1111/)).toBeVisible();
  await page.getByRole('link', { name: 'Start again' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeFocused();
});

test('coming and going leaves no frame behind', async ({ page, card }) => {
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

test('what was typed is gone after the way back, also by the browser’s own button', async ({ page, card }) => {
  await view(page, 'Payment').click();
  await card.type({ number: '4111 1111 1111 1111' });
  // As the buttons do. Firefox’s driver waits for a load that never comes.
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
  await page.evaluate(() => history.forward());
  await card.ready();
  await expect(card.number).toHaveValue('');
});

test('somebody who leaves while the token is being made is told nothing, and nothing breaks', async ({
  page,
  card,
}) => {
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
  await expect(page.getByText('There is no token yet: nobody has paid.')).toBeVisible();
  expect(broken).toEqual([]);
});

test('what is missing is told under its field', async ({ page, card }) => {
  await view(page, 'Payment').click();
  await card.type({ ...VISA, number: '4111 1111 1111 1112' });
  await page.getByRole('button', { name: /Pay/ }).click();
  await expect(page.getByText('Check the card number. A digit may be missing or swapped.').first()).toBeVisible();
  await expect(page.getByText('Enter your first name.')).toBeVisible();
});
