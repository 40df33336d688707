import type { Page } from '@playwright/test';
import { cardFields, expect, test } from '../fixtures/index.ts';
import { api, sell, travel } from './account-link.ts';
import { barriers } from './barriers.ts';
import { pressLast } from './press.ts';

// A service of its own, because its clock is moved for everyone.
test.use({ timezoneId: 'UTC', locale: 'en-US', serviceOptions: { env: {} } });
test.describe.configure({ mode: 'default' });

const challenge = (page: Page) => page.frameLocator('iframe.service-three-d-secure');
const bank = (page: Page) => challenge(page).frameLocator('iframe');

const press = (page: Page, name: string) => pressLast(bank(page).getByRole('button', { name }));

/** Checks the page with axe, in light and dark. Takes screenshots only if a folder for them is named. */
const inspect = async (page: Page, name: string) => {
  const folder = process.env.PICTURES;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await barriers(page, { colorScheme }), name).toEqual([]);
    for (const width of folder ? [360, 768, 1280] : []) {
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 720 });
};

test('a renewal that the bank wants to have confirmed is paid from the mail', async ({ page, service }) => {
  test.slow();
  const link = await sell(service, 'ada', '4000008400001629');
  await travel(service, 31);
  const mailbox = await api(service, 'GET', '/v2/sandbox/mailboxes/ada');
  expect(mailbox).toContain('Confirm your payment');
  const [, number = ''] = /to=invoices(?:\/|%2F)(\d+)/.exec(mailbox) ?? [];
  const target = `invoices/${number}`;
  await page.goto(`${link}?to=${target}`);
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  await inspect(page, 'confirm-invoice');
  await page.getByRole('button', { name: 'Confirm and pay $21.74' }).click();

  await expect(bank(page).getByText('$21.74')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Replace payment method' })).toBeHidden();
  await inspect(page, 'confirm-challenge');
  await press(page, 'Refuse');
  await expect(page.getByRole('alert')).toContainText('Your bank did not confirm this payment.');
  await expect(page.getByRole('main')).toContainText(/Invoice \d+ · \$21\.74/);
  await inspect(page, 'confirm-refused');
  await page.getByRole('link', { name: 'Replace payment method' }).click();
  await expect(page.getByText('the $21.74 that you owe is charged at once')).toBeVisible();

  await page.goto(link);
  await expect(page.getByText('Your bank asks you to confirm this payment.')).toBeVisible();
  await page.getByRole('link', { name: 'Confirm and pay $21.74' }).click();
  await page.getByRole('button', { name: 'Confirm and pay $21.74' }).click();
  await press(page, 'Refuse');
  await page.getByRole('button', { name: 'Try again' }).click();
  await challenge(page).getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByRole('alert')).toContainText(
    /You have not confirmed this payment.*use another payment method/,
  );
  await expect(page.getByRole('link', { name: 'Replace payment method' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('link', { name: 'Replace payment method' })).toBeHidden();
  await press(page, 'Confirm payment');
  await expect(page.getByText('Your payment went through. Thank you.')).toBeVisible();
  expect(await api(service, 'GET', `/v2/${target}`)).toContain('<state>paid</state>');
});

test('a card whose bank wants a confirmation replaces the one on file', async ({ page, service }) => {
  const link = await sell(service, 'grace', '4111111111111111');
  await page.goto(`${link}?to=payment-method`);
  const fields = cardFields(page);
  await fields.ready();
  await fields.type({ number: '4000 0000 0000 3220', month: '12', year: '2040', cvv: '123' });
  await page.getByRole('button', { name: 'Save payment method' }).click();
  await expect(bank(page).getByRole('heading', { name: 'Store this card?' })).toBeVisible();
  await challenge(page).getByRole('button', { name: 'Cancel and go back' }).click();
  // This page offers no other payment method, so its text names none.
  await expect(page.getByRole('alert')).toHaveText(
    'You have not confirmed this payment, so you have not been charged.',
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await press(page, 'Confirm');
  await expect(page.getByText('Your payment method is saved.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('3220');
});
