import type { Page } from '@playwright/test';
import { expect, type RunningService, test } from '../fixtures/index.ts';
import { api } from './account-link.ts';
import { type ConsoleCustomer, noticeOn, sellToCustomer, signInToConsole } from './console.ts';

const refundOf = async (page: Page, service: RunningService, { invoice, lastFour }: ConsoleCustomer) => {
  await page.goto(`${service.consoleUrl}/invoices/${invoice}/refund?way=amount&amount=10.00`);
  return page.getByRole('button', { name: `Refund $10.00 to Visa ${lastFour}` });
};

/** Returns how many refunds an account got. */
const refundsOf = async (service: RunningService, { code }: ConsoleCustomer): Promise<number> =>
  (await api(service, 'GET', `/v2/accounts/${code}/transactions`)).match(/<action>refund</g)?.length ?? 0;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with the script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a button that is pressed twice refunds once', async ({ page, service }) => {
      const sold = await sellToCustomer(service);
      await signInToConsole(page, service);
      await (await refundOf(page, service, sold)).dblclick();
      await expect(page).toHaveURL(new RegExp(`/invoices/${sold.invoice}(\\?|$)`));
      await expect(noticeOn(page)).toContainText('Refunded $10.00');
      expect(await refundsOf(service, sold)).toBe(1);
    });

    test('the form that the back button shows after a refund does not refund again by itself', async ({
      page,
      service,
    }) => {
      const sold = await sellToCustomer(service);
      await signInToConsole(page, service);
      await (await refundOf(page, service, sold)).click();
      await expect(noticeOn(page)).toContainText('Refunded $10.00');
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Refund invoice ${sold.invoice}`);
      // Either the page that was sent, or a new one that says what is left now.
      await expect(page.getByText(/^All that is left, \$/)).toBeVisible();
      expect(await refundsOf(service, sold)).toBe(1);
      await page.goForward();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`Invoice ${sold.invoice}`);
      expect(await refundsOf(service, sold)).toBe(1);
    });

    test('a form that edits what changed meanwhile shows the new value, and saves all the same', async ({
      page,
      context,
      service,
    }) => {
      const { invoice } = await sellToCustomer(service);
      await signInToConsole(page, service);
      const address = `${service.consoleUrl}/invoices/${invoice}/edit`;
      await page.goto(address);
      const colleague = await context.newPage();
      await colleague.goto(address);
      await colleague.getByLabel('Purchase order number').fill('PO-colleague');
      await colleague.getByRole('button', { name: 'Save' }).click();
      await expect(noticeOn(colleague)).toContainText('The invoice was changed.');

      await page.getByLabel('Purchase order number').fill('PO-mine');
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('button', { name: 'Save' }).click();
      expect((await answer).status()).toBe(409);
      await expect(page.getByRole('alert')).toContainText('demo owner changed this invoice after you opened it.');
      await expect(page.getByRole('main')).toContainText('PO-colleague');
      await expect(page.getByLabel('Purchase order number')).toHaveValue('PO-mine');
      await page.getByRole('button', { name: 'Save all the same' }).click();
      await expect(page.getByRole('main')).toContainText('PO-mine');
      await expect(page.getByRole('main')).not.toContainText('PO-colleague');
    });
  });
}

const CARD = '4242 4242 4242 4242';

test('a card number that is typed into the search never leaves the page, nor does the beginning of one', async ({
  page,
  service,
}) => {
  await signInToConsole(page, service);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const box = page.getByLabel('Search customers, invoices, payments and more');
  await box.click();
  // Slowly, so that what is typed so far could be asked for.
  await box.pressSequentially(CARD, { delay: 160 });
  await box.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This looks like a card number.');
  await expect(box).toHaveValue('');
  expect(page.url()).not.toContain('4242');
  const digits = sent.map((each) => decodeURIComponent(each).replaceAll(/[ +-]/g, ''));
  expect(digits.filter((each) => each.includes('4242424'))).toEqual([]);
  // What is no card number is suggested while it is typed.
  const { code } = await sellToCustomer(service);
  await box.pressSequentially(code);
  await expect(page.getByRole('option', { name: code })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a card number that is sent is neither repeated nor logged', async ({ page, service }) => {
    await signInToConsole(page, service);
    const box = page.getByLabel('Search customers, invoices, payments and more');
    await box.fill(CARD);
    await box.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This looks like a card number.');
    expect(await page.content()).not.toContain('4242 4242 4242');
    expect(service.output().replaceAll(/[ +]|%20/g, '')).not.toContain('42424242');
  });
});
