import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';

const field = (page: Page, look: string, label: string) =>
  page.frameLocator(`iframe[title="${label}, ${look}"]`).getByLabel(label);

test.beforeEach(async ({ page, service }) => {
  await page.goto(`${service.shopUrl}/looks.html`);
});

test('the looks are separate instances: each has its own value', async ({ page }) => {
  await field(page, 'underlined', 'Card number').pressSequentially('4111111111111111');
  await expect(field(page, 'underlined', 'Card number')).toHaveValue('4111 1111 1111 1111');
  for (const look of ['plastic', 'rounded', 'terminal', 'lists']) {
    await expect(field(page, look, 'Card number')).toHaveValue('');
  }
});

test('a web font of the catalogue is loaded by the fields that name it', async ({ page }) => {
  const number = field(page, 'rounded', 'Card number');
  await number.fill('4111');
  await expect(number).toHaveCSS('font-family', /Nunito/);
  await expect
    .poll(() => number.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`).join()))
    .toContain('Nunito loaded');
});

test('month and year are chosen from lists @phone', async ({ page }) => {
  const month = field(page, 'lists', 'Expiry month');
  await month.selectOption('04');
  await expect(month).toHaveValue('04');
  await expect(field(page, 'lists', 'Expiry year').getByRole('option')).toHaveCount(22);
});

test('a list has room for a year and its arrow at 400 % zoom', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const year = field(page, 'lists', 'Expiry year');
  await year.selectOption('2031');
  const room = await year.evaluate(
    (select) => select.clientWidth - Number.parseFloat(getComputedStyle(select).fontSize) * 4,
  );
  expect(room).toBeGreaterThan(44);
});

test('the Arabic fields read from right to left, their digits from left to right', async ({ page }) => {
  const number = page.frameLocator('iframe[title="رقم البطاقة"]').getByLabel('رقم البطاقة');
  await number.pressSequentially('4111111111111111');
  await expect(number).toHaveValue('4111 1111 1111 1111');
  expect(await number.evaluate((input) => getComputedStyle(input).textAlign)).toMatch(/right|start|end/);
  await page.getByText('الشهر', { exact: true }).click();
  await expect(page.frameLocator('iframe[title="شهر الانتهاء"]').getByRole('textbox')).toBeFocused();
});

test('the code shown for a look is the code that runs', async ({ page, service }) => {
  const look = page.getByRole('region', { name: 'Terminal' });
  await look.getByText('The code of this look').click();
  const served = await (await fetch(`${service.shopUrl}/assets/look-terminal.js`)).text();
  await expect(look.getByText('export const terminal')).toHaveText(served.trim());
  await expect(look.getByRole('button', { name: 'Copy the CSS of this look' })).toBeVisible();
});
