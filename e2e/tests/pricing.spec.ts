import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';

test.use({ locale: 'en-US' });

/** Replaces the value of a field, and moves on to the next one: only then does every browser fire a change event. */
const leave = async (field: Locator, text: string) => {
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await field.pressSequentially(text);
  await field.press('Tab');
};

const noCrashes = (page: Page): Error[] => {
  const crashes: Error[] = [];
  page.on('pageerror', (error) => crashes.push(error));
  return crashes;
};

test.describe('a subscription priced by attach', () => {
  /** The text of a row of the bill, today and at renewal. */
  const row = (page: Page, name: string | RegExp) =>
    page.getByRole('table').getByRole('row', { name }).getByRole('cell').allInnerTexts();
  const bill = (page: Page, name: string | RegExp) => expect.poll(() => row(page, name));

  test.beforeEach(async ({ page, service }) => {
    await page.goto(`${service.shopUrl}/pricing.html`);
    await bill(page, 'Total').toEqual(['$24.99', '$19.99']);
  });

  test('shows the price today and every month, in all its parts @phone', async ({ page }) => {
    const crashes = noCrashes(page);
    await leave(page.getByLabel('Copies'), '2');
    await page.getByLabel('Storm alerts').check();
    await leave(page.getByLabel('Readers in your crew'), '12');
    await page.getByLabel('Country').selectOption('United States');
    await leave(page.getByLabel('Postal code'), '94103');
    await leave(page.getByLabel('Coupon'), 'TIDE15');
    await expect(page.getByText('15% off, forever', { exact: true })).toBeVisible();
    // 39.98 + 2.50 + 12 × 3.00 = 78.48; 15 % are 11.77; with the setup fee 71.71, and 7.25 % of it 5.20
    await bill(page, 'Extras').toEqual(['$38.50', '$38.50']);
    await bill(page, 'Discount').toEqual(['−$11.77', '−$11.77']);
    await bill(page, /Tax, CA 7.25%/).toEqual(['$5.20', '$4.84']);
    await bill(page, 'Total').toEqual(['$76.91', '$71.55']);
    await expect(page.getByRole('button', { name: 'Subscribe – $76.91 today' })).toBeVisible();
    await leave(page.getByLabel('Gift card'), 'DEMOGIFTUSD00100');
    await bill(page, 'Gift card').toEqual(['−$76.91', '−$23.09']);
    await bill(page, 'Total').toEqual(['$0.00', '$48.46']);
    await leave(page.getByLabel('Gift card'), '');
    await bill(page, 'Total').toEqual(['$76.91', '$71.55']);
    expect(crashes).toEqual([]);
  });

  test('another plan has other extras and another billing interval', async ({ page }) => {
    await leave(page.getByLabel('Readers in your crew'), '12');
    await bill(page, 'Extras').toEqual(['$36.00', '$36.00']);
    await page.getByLabel('By the year').check();
    await bill(page, 'Total').toEqual(['$199.00', '$199.00']);
    await expect(page.getByRole('columnheader', { name: 'Every year' })).toBeVisible();
    await expect(page.getByLabel('Readers in your crew')).toBeHidden();
    await page.getByLabel('Try it for a week').check();
    await bill(page, 'Total').toEqual(['$0.00', '$19.99']);
    await expect(page.getByRole('columnheader', { name: 'After 7 days' })).toBeVisible();
    await page.getByRole('radio', { name: /^Month by month/ }).check();
    await bill(page, 'Extras').toEqual(['$36.00', '$36.00']);
  });

  test('an unusable code is explained, and a corrected one works', async ({ page }) => {
    await leave(page.getByLabel('Coupon'), 'TIDE51');
    await expect(page.getByText(/We do not know this coupon/)).toBeVisible();
    await expect(page.getByLabel('Coupon')).toHaveAttribute('aria-invalid', 'true');
    await leave(page.getByLabel('Coupon'), 'TIDE15');
    await expect(page.getByText(/We do not know this coupon/)).toBeHidden();
    await leave(page.getByLabel('Gift card'), 'DEMOGIFTEUR00050');
    await expect(page.getByText(/This gift card is in euros\./)).toBeVisible();
    await page.getByLabel('Currency').selectOption('EUR');
    await expect(page.getByText('Holds €50.00.')).toBeVisible();
    await bill(page, 'Total').toEqual(['€0.00', '€0.00']);
    await page.getByLabel('Currency').selectOption('JPY');
    await expect(page.getByText(/This gift card is in euros\./)).toBeVisible();
    // 2,980 - 447 + 700 yen
    await bill(page, 'Total').toEqual(['¥3,233', '¥2,533']);
  });

  test('a business in another country pays no VAT', async ({ page }) => {
    await page.getByLabel('Country').selectOption('Germany');
    await bill(page, /Tax, DE 19%/).toEqual(['$4.75', '$3.80']);
    await leave(page.getByLabel('VAT number'), 'DE123456789');
    await bill(page, 'Total').toEqual(['$24.99', '$19.99']);
  });

  test('works by keyboard alone', async ({ page }) => {
    await page.getByRole('radio', { name: /^Month by month/ }).focus();
    await page.keyboard.press('ArrowDown');
    await bill(page, 'Total').toEqual(['$199.00', '$199.00']);
    await page.keyboard.press('ArrowUp');
    await page.getByLabel('Copies').focus();
    await page.keyboard.press('ArrowUp');
    await page.getByLabel('Coupon').focus();
    await page.keyboard.type('TIDE15');
    await page.keyboard.press('Enter');
    await bill(page, 'Total').toEqual(['$38.98', '$33.98']);
    await expect(page.getByText(/That is your order/)).toBeHidden();
    await page.getByLabel('Copies').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').first()).toBeFocused();
    await expect(page.getByRole('status').first()).toHaveText(/That is your order/);
  });
});

test.describe('a subscription priced by API calls', () => {
  const total = (page: Page) => page.getByRole('complementary').getByText('due today').locator('..');
  const lines = (page: Page) => page.getByRole('complementary').getByRole('listitem');

  test.beforeEach(async ({ page, service }) => {
    await page.goto(`${service.shopUrl}/pricing-api.html`);
    await expect(total(page)).toContainText('$56.99');
  });

  test('follows every choice @phone', async ({ page }) => {
    const crashes = noCrashes(page);
    await page.getByLabel('Readers', { exact: true }).fill('12');
    await expect(page.getByText('$3.00 each. With 39 more, each costs less again.')).toBeVisible();
    await page.getByRole('button', { name: 'One copy more' }).click();
    await page.getByLabel('Storm alerts').check();
    await page.getByLabel('Home port').selectOption('San Francisco, United States');
    await page.getByLabel('Coupon').fill('TIDE15');
    await page.getByRole('button', { name: 'Redeem the coupon' }).click();
    // The same as on the other page.
    await expect(total(page)).toContainText('$76.91');
    await expect(page.getByText('then $71.55 every month')).toBeVisible();
    await expect(lines(page)).toHaveText([
      '2 printed copies$39.98',
      'Readers$36.00',
      'Storm alerts$2.50',
      'Setup, once$5.00',
      'Discount−$11.77',
      'Tax, CA 7.25%$5.20',
    ]);
    await expect(page.getByText("pricing.coupon('TIDE15').done()")).toBeVisible();
    await page.getByRole('button', { name: /Sign up the crew – \$76.91/ }).click();
    await expect(page.getByRole('status').first()).toHaveText(/Your crew is ready/);
    expect(crashes).toEqual([]);
  });

  test('explains an unusable code, and names the currency of a gift card', async ({ page }) => {
    await page.getByLabel('Gift card').fill('DEMOGIFTEUR00050');
    await page.getByLabel('Gift card').press('Enter');
    await expect(page.getByText(/This gift card is in euros\./)).toBeVisible();
    await page.getByRole('radio', { name: 'EUR' }).check();
    await page.getByRole('button', { name: 'Redeem the gift card' }).click();
    await expect(lines(page).filter({ hasText: 'Gift card' })).toHaveText('Gift card−€50.00');
    await page.getByLabel('Coupon').fill('nothing');
    await page.getByLabel('Coupon').press('Enter');
    await expect(page.getByText(/We do not know this coupon/)).toBeVisible();
    await page.getByLabel('Coupon').fill('FIRSTMONTH');
    await page.getByLabel('Coupon').press('Enter');
    await expect(lines(page)).toHaveText(['Setup, once€5.00', 'Gift card−€5.00']);
  });
});

test('a shop whose script is blocked says so', async ({ page, service }) => {
  await page.route(`${service.browserUrl}/**`, (route) => route.abort());
  for (const name of ['pricing', 'pricing-api']) {
    await page.goto(`${service.shopUrl}/${name}.html`);
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded whole' })).toBeVisible();
  }
});
