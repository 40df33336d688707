import { expect, type Locator, type Page } from '@playwright/test';
import type { Simulator } from '@service/gateway-simulator/src/index.ts';
import type { CardFields, RunningService } from '../fixtures/index.ts';
import { api, sell, travel } from './account-link.ts';
import { barriers } from './barriers.ts';
import { PERSON, VISA } from './checkout.ts';
import { pressLast } from './press.ts';
import { openRecipeShop } from './recipe-shop.ts';
import { test } from './simulated.fixture.ts';

test.use({ locale: 'en-US' });

const NUMBER = '4000 0000 0000 3220';

const challenge = (page: Page) => page.frameLocator('iframe.service-three-d-secure');
const bank = (page: Page) => challenge(page).frameLocator('iframe');
const press = (page: Page, name: string) => pressLast(bank(page).getByRole('button', { name }));
const leave = (page: Page) => challenge(page).getByRole('button', { name: 'Cancel and go back' }).press('Enter');

/** Returns the address of a challenge that leads nowhere afterwards: of a payment without a return address. */
const challenged = async ({ url }: Simulator): Promise<string> => {
  const response = await fetch(`${url}/v1/payment_intents`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_simulated' },
    body: new URLSearchParams({
      amount: '1999',
      currency: 'usd',
      payment_method: 'pm_card_threeDSecure2Required',
      'allowed_payment_method_types[]': 'card',
      confirm: 'true',
    }),
  });
  const { next_action } = (await response.json()) as { next_action: { use_stripe_sdk: { stripe_js: string } } };
  return next_action.use_stripe_sdk.stripe_js;
};
const captured = (simulator: Simulator) => simulator.log().filter(({ kind }) => kind === 'captured');

/** Opens the checkout, and fills in an order of 27.18 USD and the card. */
const fillIn = async (page: Page, card: CardFields, service: RunningService): Promise<Locator> => {
  await page.goto(`${service.shopUrl}/checkout.html`);
  await card.ready();
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Country').selectOption('United States');
  const code = page.getByLabel('Postal code');
  await code.pressSequentially('94105');
  await code.press('Tab');
  const pay = page.getByRole('button', { name: 'Pay $27.18', exact: true });
  await expect(pay).toBeEnabled();
  await card.type({ ...VISA, number: NUMBER });
  return pay;
};

test('separate fields: a payment is refused, abandoned, interrupted by a reload, and confirmed', async ({
  page,
  card,
  service,
  simulator,
}) => {
  test.slow();
  const before = captured(simulator).length;
  const pay = await fillIn(page, card, service);
  await pay.click();
  await expect(bank(page).getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  await expect(bank(page).getByText('27.18 USD')).toBeVisible();
  await press(page, 'Fail');
  await expect(page.getByText('Your bank did not confirm this payment.').first()).toBeVisible();
  await pay.click();
  await press(page, 'Close');
  await expect(bank(page).getByText('You left the authentication.')).toBeVisible();
  await leave(page);
  await expect(page.getByText('You have not confirmed this payment to your bank').first()).toBeVisible();
  await pay.click();
  await expect(bank(page).getByRole('button', { name: 'Confirm' })).toBeVisible();
  await page.reload();
  expect(captured(simulator)).toHaveLength(before);

  await press(page, 'Confirm');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('article')).toContainText('$27.18 by Visa ending in 3220');
  expect(captured(simulator).slice(before)).toMatchObject([{ amount: 27_18, currency: 'usd' }]);
  expect(service.output()).not.toMatch(/4000000000003220|4000 0000 0000 3220/);
});

test('an order whose confirmation has expired says so, and can be paid again @long', async ({
  page,
  card,
  service,
}) => {
  const pay = await fillIn(page, card, service);
  await pay.click();
  await expect(bank(page).getByRole('button', { name: 'Confirm' })).toBeVisible();
  await travel(service, 2);
  await page.reload();
  const problem = page.getByRole('alert').filter({ hasText: 'can no longer be confirmed' });
  await expect(problem).toHaveText(
    'This payment can no longer be confirmed: it took too long, or you paid in another tab. ' +
      'Look for a receipt in your mail before you pay again.',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await card.type({ ...VISA, number: '4242 4242 4242 4242' });
  await pay.click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible({ timeout: 20_000 });
});

test('payment form: a payment is refused, abandoned, interrupted by a reload, and confirmed @long', async ({
  page,
  service,
  simulator,
}) => {
  test.slow();
  const before = captured(simulator).length;
  await using shop = await openRecipeShop(service);
  const field = (name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);
  const pay = page.getByRole('button', { name: 'Pay $24.99' });
  const fillIn = async () => {
    await field('Card number').pressSequentially(NUMBER);
    await field('Expiry date').pressSequentially('1240');
    await field('Security code').pressSequentially(VISA.cvv ?? '');
    for (const name of ['First name', 'Last name'] as const) await page.getByLabel(name).fill(PERSON[name]);
  };

  await page.goto(shop.url);
  await fillIn();
  await pay.click();
  await expect(bank(page).getByText('24.99 USD')).toBeVisible();
  await press(page, 'Fail');
  await expect(page.getByRole('status').first()).toContainText('Your bank did not confirm the payment.');
  await pay.click();
  await press(page, 'Close');
  await expect(bank(page).getByText('You left the authentication.')).toBeVisible();
  await leave(page);
  await expect(page.getByRole('status').first()).toContainText('The payment was not confirmed.');

  await pay.click();
  await expect(bank(page).getByRole('button', { name: 'Confirm' })).toBeVisible();
  await page.reload();
  expect(captured(simulator)).toHaveLength(before);
  await press(page, 'Confirm');
  await expect(page.getByText('Thank you. You are subscribed.')).toBeVisible();
  expect(captured(simulator).slice(before)).toMatchObject([{ amount: 24_99, currency: 'usd' }]);
});

test('a renewal that the bank wants to have confirmed is paid from the mail @long', async ({
  page,
  service,
  simulator,
  browserName,
}) => {
  test.slow();
  const code = `renewal-${browserName}`;
  const link = await sell(service, code, '4242424242424242');
  const payment_method = captured(simulator).at(-1)?.payment_method ?? '';
  simulator.trigger({ type: 'card_behaviour', payment_method, authentication: 'always' });
  await travel(service, 31);

  const mailbox = await api(service, 'GET', `/v2/sandbox/mailboxes/${code}`);
  expect(mailbox).toContain('Confirm your payment');
  const [, number = ''] = /to=invoices(?:\/|%2F)(\d+)/.exec(mailbox) ?? [];
  expect(await api(service, 'GET', `/v2/invoices/${number}`)).toContain('<state>past_due</state>');
  await page.goto(`${link}?to=invoices/${number}`);
  await page.getByRole('button', { name: 'Confirm and pay $21.74' }).click();
  await press(page, 'Fail');
  await expect(page.getByRole('alert')).toContainText('Your bank did not confirm this payment.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(bank(page).getByText('21.74 USD')).toBeVisible();
  await press(page, 'Confirm');
  await expect(page.getByText('Your payment went through. Thank you.')).toBeVisible();
  expect(await api(service, 'GET', `/v2/invoices/${number}`)).toContain('<state>paid</state>');
  const paid = captured(simulator).filter((movement) => movement.payment_method === payment_method);
  expect(paid.map(({ amount }) => amount)).toEqual([27_18, 21_74]);
});

test('the page of the simulator is labelled, works by keyboard, and fits a small window', async ({
  page,
  simulator,
}) => {
  for (const [result, shown] of [
    ['Close', 'You left the authentication. Nothing was charged; you can close this page.'],
    ['Fail', 'You can close this page.'],
  ] as const) {
    await page.goto(await challenged(simulator));
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your payment' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Visa ending in 3220');
    for (const name of ['Confirm', 'Fail', 'Close']) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
    }
    await page.getByRole('button', { name: result, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(shown)).toBeVisible();
  }
  await page.goto(await challenged(simulator));
  await page.setViewportSize({ width: 320, height: 480 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await barriers(page, { colorScheme })).toEqual([]);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/simulator-${colorScheme}.png` });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
