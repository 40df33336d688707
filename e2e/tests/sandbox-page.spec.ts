import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { barriers } from './barriers.ts';
import { PERSON, VISA } from './checkout.ts';

// A service of its own, because its clock is moved for everyone.
test.use({ locale: 'en-US', timezoneId: 'UTC', serviceOptions: { env: {} } });
test.describe.configure({ mode: 'default' });

const payButton = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount}`, exact: true });
const history = (page: Page) => page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
const subscriptions = (page: Page) => page.getByRole('region', { name: 'Your subscriptions' });

/** Screenshots at three widths, light and dark, to be looked at; only where a folder for them is named. */
const pictures = async (page: Page, name: string) => {
  const folder = process.env.PICTURES;
  if (!folder) return;
  const before = page.viewportSize();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [360, 768, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before) await page.setViewportSize(before);
};

test('what the checkout promises comes true: the payment a month later, and stopping whenever you like @phone', async ({
  page,
  service,
  card,
}) => {
  // A purchase, two months and five pages in one story.
  test.slow();
  await page.goto(`${service.shopUrl}/sandbox.html`);
  await expect(subscriptions(page)).toContainText('Nothing yet.');
  await page.getByRole('link', { name: 'Subscribe to Tideline' }).click();

  await card.ready();
  await page.getByLabel('Country').selectOption('United States');
  await page.getByLabel('Postal code').fill('94105');
  await page.getByLabel('Postal code').press('Tab');
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label, { exact: true }).fill(value);
  await card.type(VISA);
  await payButton(page, '$27.18').click();
  const next = page.getByRole('region', { name: 'What comes next' });
  // 19.99 and 8.75 % of it, 1.75.
  const promised = /\$21\.74 on (\w+ \d+, \d{4})/;
  const [, day = ''] = promised.exec((await next.textContent()) ?? '') ?? [];
  await expect(next).toContainText(promised);
  await pictures(page, 'receipt');
  await next.getByRole('link', { name: 'Move its clock' }).click();

  await expect(subscriptions(page)).toContainText(/Next payment: \$21\.74 on /);
  await expect(history(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'One month later' }).click();
  const renewal = history(page).filter({ hasText: 'Renewed' });
  await expect(renewal).toContainText('Renewed: $21.74 paid.');
  await expect(renewal).toContainText(day);
  await expect(renewal).toContainText('New');
  await expect(page.getByRole('status')).toHaveText('1 event');
  expect(await barriers(page)).toEqual([]);
  await pictures(page, 'renewed');

  await page.getByRole('link', { name: 'See the mail your customer gets' }).click();
  const mails = page.getByRole('navigation', { name: 'Your mail' }).getByRole('button');
  await expect(mails).toHaveText([/^Your receipt from /, /^Your receipt from /, /^Your order from /]);
  const mail = page.frameLocator('iframe');
  await expect(mail.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible();
  await expect(mail.getByText('We received your payment of $21.74.').last()).toBeVisible();
  await expect(mail.getByRole('row', { name: 'CA sales tax (8.75%) $1.75' })).toBeVisible();
  await expect(mail.getByRole('link', { name: 'Manage your account' })).toHaveAttribute(
    'href',
    /\/account\/[\w-]{40,}$/,
  );
  await mails.last().click();
  await expect(mail.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await pictures(page, 'mail');
  await page.goBack();

  await page.getByRole('button', { name: 'Stop Tideline' }).click();
  await expect(subscriptions(page)).toContainText('Stopped. It runs until');
  await expect(page.getByRole('button', { name: 'Stop Tideline' })).toHaveCount(0);
  await page.getByRole('button', { name: 'One month later' }).click();
  await expect(subscriptions(page)).toContainText('Ended on');
  await expect(history(page).filter({ hasText: 'Renewed' })).toHaveCount(1);
  await expect(history(page).first()).toContainText('Tideline ended.');
  await pictures(page, 'ended');

  await page
    .getByRole('link', { name: /^Receipt / })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
});

test('a renewal that the bank wants confirmed says so, and leads to the page that confirms it', async ({
  page,
  service,
  card,
}) => {
  test.slow();
  await page.goto(`${service.shopUrl}/checkout.html`);
  await card.ready();
  await page.getByLabel('Country').selectOption('United States');
  await page.getByLabel('Postal code').fill('94105');
  await page.getByLabel('Postal code').press('Tab');
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label, { exact: true }).fill(value);
  await card.type({ ...VISA, number: '4000 0084 0000 1629' });
  await payButton(page, '$27.18').click();
  await page.getByRole('link', { name: 'Move its clock' }).click();
  await page.getByRole('button', { name: 'One month later' }).click();
  const renewal = history(page).filter({ hasText: 'Renewed' });
  await expect(renewal).toContainText('Renewed: $21.74 not paid yet: the bank asks you to confirm this payment.');
  await expect(history(page).filter({ hasText: 'Mail to you: “' })).toHaveCount(1);
  await renewal.getByRole('link', { name: /^Confirm the payment / }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm and pay $21.74' })).toBeVisible();

  await page.goto(`${service.shopUrl}/sandbox.html`);
  await page.getByRole('button', { name: 'One year later' }).click();
  await expect(history(page).filter({ hasText: 'Renewed: $21.74 not paid. It is no longer collected.' })).toHaveCount(
    1,
  );
  await expect(history(page).filter({ hasText: 'No longer collected: $21.74. Nothing is owed.' })).toHaveCount(1);
  await expect(history(page).filter({ hasText: 'Mail to you: “' })).toHaveCount(6);
  await expect(page.getByRole('status')).toHaveText('7 events');
  await pictures(page, 'written-off');
});

test('time moves by a day and to a date, never back, and others’ subscriptions stay theirs', async ({
  page,
  service,
}) => {
  await page.goto(`${service.shopUrl}/sandbox.html`);
  const clock = page.getByRole('region', { name: 'The shop’s clock' });
  const shown = await clock.getByText(/\d{4} at/).textContent();
  await page.getByRole('button', { name: 'One day later' }).click();
  await expect(page.getByRole('status')).toHaveText('No events in this time');
  await expect(clock).not.toContainText(shown ?? '');
  await page.getByLabel('Or to the end of').fill('2031-03-01');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(clock).toContainText('March 1, 2031 at 11:59 PM');
  await page.getByLabel('Or to the end of').fill('2031-02-01');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page.getByRole('alert')).toHaveText('Time only moves forward. Choose a later date.');
  await page.getByLabel('Or to the end of').fill('2099-01-01');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Choose a date within the next 10 years\./);
  const stopped = await page.request.put(`${service.shopUrl}/api/sandbox/subscriptions/${'0'.repeat(32)}/stop`, {
    data: {},
  });
  expect(stopped.status()).toBe(404);
});
