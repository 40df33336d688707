import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { barriers } from './barriers.ts';
import { PERSON, VISA } from './checkout.ts';
import { pressLast } from './press.ts';

test.use({ locale: 'en-US' });

const payButton = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount}`, exact: true });

const open = async (page: Page, shopUrl: string, query = '') => {
  await page.goto(`${shopUrl}/checkout.html${query}`);
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveAttribute('aria-disabled', 'false');
};

const fillInPerson = async (page: Page) => {
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Country').selectOption('United States');
  await page.getByLabel('Postal code').pressSequentially('94105');
  await page.getByLabel('Postal code').press('Tab');
};

test('each plan names its price, in the currency of the order', async ({ page, service }) => {
  await open(page, service.shopUrl);
  const plan = (name: RegExp) => page.getByRole('radio', { name });
  await expect(plan(/^Month by month .*\$19\.99 a month$/)).toBeChecked();
  await expect(plan(/^By the year .*\$199\.00 a year$/)).toBeVisible();
  await page.getByLabel('Currency').selectOption('JPY');
  await expect(plan(/^Month by month .*¥\d,\d{3} a month$/)).toBeVisible();
});

test('buttons change a quantity, as far as it can be ordered @phone', async ({ page, service }) => {
  await open(page, service.shopUrl);
  const line = page.locator('.line').filter({ has: page.getByLabel('Copies') });
  const more = line.getByRole('button', { name: 'one more' });
  const fewer = line.getByRole('button', { name: 'one fewer' });
  await expect(fewer).toBeDisabled();
  for (const button of [more, fewer]) {
    const { width, height } = (await button.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await more.click();
  await expect(page.getByLabel('Copies')).toHaveValue('2');
  // 2 × 19.99 + 5.00
  await expect(payButton(page, '$44.98')).toBeVisible();
  await fewer.click();
  await expect(payButton(page, '$24.99')).toBeVisible();
  await expect(fewer).toBeDisabled();
  await page.getByLabel('Copies').fill('99');
  await page.getByLabel('Copies').press('Tab');
  await expect(more).toBeDisabled();
});

test('a code in the address opens its field and counts; without one, a link opens it', async ({ page, service }) => {
  await open(page, service.shopUrl, '?coupon=TIDE15');
  await expect(page.getByLabel('Coupon')).toHaveValue('TIDE15');
  await expect(page.getByLabel('Gift card')).toBeHidden();
  // 19.99 + 5.00 - 3.00
  await expect(payButton(page, '$21.99')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Discount, TIDE15' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a gift card' }).click();
  await expect(page.getByLabel('Gift card')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Use a gift card' })).toBeHidden();
});

test('a customer who comes back pays with the card on file, or chooses another way @phone', async ({
  page,
  service,
  card,
}) => {
  await open(page, service.shopUrl);
  await fillInPerson(page);
  await card.ready();
  await card.type(VISA);
  await payButton(page, '$27.18').click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();

  await open(page, service.shopUrl);
  await expect(page.getByRole('radio', { name: 'Visa ending in 1111' })).toBeChecked();
  await expect(card.number).toBeHidden();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Card', exact: true }).check();
  await expect(card.number).toBeVisible();
  await page.getByRole('radio', { name: 'Visa ending in 1111' }).check();
  await page.getByLabel('By the year').check();
  await expect(payButton(page, '$216.41')).toHaveAttribute('aria-disabled', 'false');
  await payButton(page, '$216.41').click();
  await expect(page.getByRole('article')).toContainText('$216.41 by Visa ending in 1111');
});

test('without a payment method on file, the shop refuses to charge one', async ({ page, service }) => {
  await open(page, service.shopUrl);
  const answer = await page.request.post(`${service.shopUrl}/api/purchase`, {
    headers: { 'Idempotency-Key': 'attempt-0123456789' },
    data: {
      currency: 'USD',
      plan: { code: 'tideline', quantity: 1 },
      addons: [],
      goods: [],
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      address: { country: 'US', postal_code: '94105' },
      method: 'saved',
    },
  });
  expect(answer.status()).toBe(422);
  expect((await answer.json()).error.message).toMatch(/no payment method of yours on file/);
});

test('a customer who closes the wallet can open it again, and pays by wallet', async ({ page, service }) => {
  const openWallet = async () => {
    const opened = page.waitForEvent('popup');
    await payButton(page, '$27.18').click();
    return opened;
  };
  await open(page, service.shopUrl);
  await fillInPerson(page);
  await page.getByRole('radio', { name: 'Wallet' }).check();
  const closed = await openWallet();
  await closed.close();
  await expect(page.getByRole('status').filter({ hasText: 'You closed the wallet.' })).toBeVisible();

  const wallet = await openWallet();
  await expect(wallet.getByText('Your order at Tideline: $27.18 today')).toBeVisible();
  await wallet.getByRole('radio', { name: /Ada Lovelace/ }).check();
  await pressLast(wallet.getByRole('button', { name: 'Agree' }));
  await expect(page.getByRole('article')).toContainText('$27.18 by wallet');

  await open(page, service.shopUrl);
  await expect(page.getByRole('radio', { name: 'Wallet of Ada Lovelace' })).toBeChecked();
});

test('a press fills in a test card', async ({ page, service, card }) => {
  await open(page, service.shopUrl);
  await fillInPerson(page);
  await page.getByRole('button', { name: 'Fill in', exact: true }).click();
  await expect(card.number).toHaveValue(VISA.number ?? '');
  await expect(card.expiry).toHaveValue('12 / 40');
  await expect(card.cvv).toHaveValue(VISA.cvv ?? '');

  await page.getByText('Cards, accounts and codes to try here').click();
  await page.getByRole('button', { name: 'Fill in 4000 0000 0000 0077' }).click();
  await expect(card.number).toHaveValue('4000 0000 0000 0077');
  await expect(card.number).toBeFocused();
  await payButton(page, '$27.18').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged' })).toBeVisible();

  await page.getByRole('button', { name: 'Fill in', exact: true }).click();
  await expect(card.number).toHaveValue('4111 1111 1111 1111');
  await payButton(page, '$27.18').click();
  await expect(page.getByRole('article')).toContainText('$27.18 by Visa ending in 1111');
});

test('the mark of the typed card stays, and the hint tells where its security code is', async ({
  page,
  service,
  card,
}) => {
  await open(page, service.shopUrl);
  await card.ready();
  const marks = page.locator('.service-pf-mark svg:visible');
  await expect(marks).toHaveCount(6);
  await expect(page.getByText('3 digits, on the back of the card')).toBeVisible();
  await card.number.fill('3782');
  await expect(marks).toHaveCount(1);
  await expect(marks).toHaveAttribute('data-brand', 'american_express');
  await expect(page.getByText('4 digits, on the front of the card')).toBeVisible();
});

test('on a phone the total and the button are visible from the start, beside the first plan @phone', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, service.shopUrl);
  await expect(page.getByRole('radio', { name: /^By the year/ })).toBeInViewport({ ratio: 1 });
  await expect(payButton(page, '$24.99')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('then $19.99 every month', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(payButton(page, '$24.99')).toBeInViewport({ ratio: 1 });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the landing page shows the checkout as a picture and leads to it, ${colorScheme}`, async ({
    page,
    service,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(service.shopUrl);
    const picture = page.getByRole('img', { name: /checkout/i });
    await expect(picture).toBeVisible();
    const shown = await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.currentSrc));
    expect(shown).toContain(`checkout-${colorScheme}.webp`);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Try the checkout' }).click();
    await expect(page).toHaveURL(`${service.shopUrl}/checkout.html`);
  });
}

test.describe('in a browser that reads German', () => {
  test.use({ locale: 'de-DE' });

  test('the page and its prices are in one language', async ({ page, service }) => {
    await open(page, service.shopUrl);
    await page.getByLabel('Currency').selectOption('EUR');
    await expect(payButton(page, '€23.99')).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Month by month .*€18\.99 a month$/ })).toBeVisible();
  });
});
