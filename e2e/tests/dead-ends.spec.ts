import type { APIResponse, Page } from '@playwright/test';
import { type CardFields, expect, test } from '../fixtures/index.ts';
import { PERSON, VISA, WITHOUT_FUNDS } from './checkout.ts';

test.use({ locale: 'en-US' });

const payButton = (page: Page) => page.getByRole('button', { name: /^(Pay|Subscribe)/ });
const payAmount = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount}`, exact: true });
const bill = (page: Page, name: string | RegExp) =>
  expect.poll(() => page.getByRole('table').getByRole('row', { name }).getByRole('cell').allInnerTexts());

const replace = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label).press('ControlOrMeta+a');
  await page.getByLabel(label).pressSequentially(text);
};

const fillInPerson = async (page: Page) => {
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Country').selectOption('United States');
  await replace(page, 'Postal code', '94105');
  await page.getByLabel('Postal code').press('Tab');
};

/** The paths of all purchases that the page asks for. */
const purchasesOf = (page: Page): string[] => {
  const requests: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/purchase') && requests.push(request.url()));
  return requests;
};

const open = async (page: Page, shopUrl: string) => {
  await page.goto(`${shopUrl}/checkout.html`);
  await expect(payAmount(page, '$24.99')).toHaveAttribute('aria-disabled', 'false');
};

test.describe('an impossible quantity is corrected, explained at its field, and not bought at once', () => {
  const CASES = [
    ['-1', '1', '$27.18'],
    ['0', '1', '$27.18'],
    ['1.5', '1', '$27.18'],
    ['999999', '99', '$2,157.61'],
    ['1e9', '99', '$2,157.61'],
  ] as const;

  test('copies: below one, a fraction, too many, an exponent @phone', async ({ page, service, card }) => {
    await open(page, service.shopUrl);
    const purchases = purchasesOf(page);
    await fillInPerson(page);
    await card.ready();
    await card.type(VISA);
    const copies = page.getByLabel('Copies');
    for (const [typed, corrected, amount] of CASES) {
      await replace(page, 'Copies', typed);
      await payButton(page).click();
      await expect(copies).toHaveValue(corrected);
      await expect(copies).toHaveAccessibleDescription(
        `Choose a whole number from 1 to 99. We changed it to ${corrected}.`,
      );
      await expect(copies).toBeFocused();
      await expect(payAmount(page, amount)).toHaveAttribute('aria-disabled', 'false');
    }
    expect(purchases).toEqual([]);
    await replace(page, 'Copies', '2');
    await expect(page.getByText(/Choose a whole number/)).toBeHidden();
    await copies.press('Enter');
    await payAmount(page, '$48.92').click();
    await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  });

  test('goods and extras: the text is at the field that was changed', async ({ page, service }) => {
    await open(page, service.shopUrl);
    await replace(page, 'Enamel mug', '500');
    await page.getByLabel('Enamel mug').press('Tab');
    await expect(page.getByLabel('Enamel mug')).toHaveAccessibleDescription(/from 0 to 99. We changed it to 99/);
    await replace(page, 'Readers in your crew', '1e1');
    await page.getByLabel('Readers in your crew').press('Tab');
    await expect(page.getByLabel('Readers in your crew')).toHaveValue('10');
    // 19.99 + 5.00 + 10 × 4.00 + 99 × 16.50
    await bill(page, 'Total').toEqual(['$1,698.49', '$59.99']);
    // Nothing is an answer too.
    await replace(page, 'Enamel mug', '');
    await page.getByLabel('Enamel mug').press('Delete');
    await page.getByLabel('Enamel mug').press('Tab');
    await bill(page, 'Total').toEqual(['$64.99', '$59.99']);
    await expect(page.getByLabel('Enamel mug')).toHaveValue('0');
  });
});

test('a press that only updates the total says so, and the next one pays', async ({ page, service, card }) => {
  await open(page, service.shopUrl);
  const purchases = purchasesOf(page);
  await fillInPerson(page);
  await card.ready();
  await card.type(VISA);
  await page.getByRole('button', { name: 'Add a coupon' }).click();
  await replace(page, 'Coupon', 'TIDE15');
  await payButton(page).click();
  // 19.99 + 5.00 - 3.00 = 21.99, and 8.75 % of it 1.92
  await expect(page.getByText('The total is now $23.91. Press Pay again to confirm.')).toBeVisible();
  expect(purchases).toEqual([]);

  // A slow press, which ends once the new price is known.
  await replace(page, 'Coupon', '');
  await page.getByLabel('Coupon').press('Delete');
  await payButton(page).hover();
  await page.mouse.down();
  await expect(payAmount(page, '$27.18')).toHaveAttribute('aria-disabled', 'false');
  await page.mouse.up();
  await expect(page.getByText('The total is now $27.18. Press Pay again to confirm.')).toBeVisible();
  expect(purchases).toEqual([]);
  await payAmount(page, '$27.18').click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
});

test('a code that is not in the total is pointed out before the whole price is paid', async ({
  page,
  service,
  card,
}) => {
  await open(page, service.shopUrl);
  const purchases = purchasesOf(page);
  await fillInPerson(page);
  await card.ready();
  await card.type(VISA);
  await page.getByRole('button', { name: 'Add a coupon' }).click();
  await replace(page, 'Coupon', 'NOPE');
  await page.getByLabel('Coupon').press('Tab');
  await expect(page.getByText(/We do not know this coupon/)).toBeVisible();
  await payAmount(page, '$27.18').click();
  await expect(page.getByRole('status').filter({ hasText: 'The coupon is not in the total' })).toHaveText(
    'The coupon is not in the total of $27.18. Press Pay again to go on without it.',
  );
  expect(purchases).toEqual([]);
  // Another wrong code is another question.
  await replace(page, 'Coupon', 'NOPE2');
  await expect(page.getByText('Press Pay again')).toBeHidden();
  await page.getByLabel('Coupon').press('Tab');
  await expect(page.getByText(/We do not know this coupon/)).toBeVisible();
  await payAmount(page, '$27.18').click();
  await expect(page.getByText('Press Pay again to go on without it.')).toBeVisible();
  expect(purchases).toEqual([]);
  await payAmount(page, '$27.18').click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
});

test('a coupon that replaces the trial of a plan says when the next payment is', async ({ page, service }) => {
  await page.goto(`${service.shopUrl}/checkout.html?coupon=FIRSTMONTH`);
  await page.getByLabel('By the year').check();
  await expect(page.getByRole('columnheader', { name: 'After 1 month' })).toBeVisible();
  await bill(page, 'Total').toEqual(['$0.00', '$199.00']);
  await page.getByLabel('Try it for a week').check();
  await expect(page.getByRole('columnheader', { name: 'After 1 month' })).toBeVisible();
  await replace(page, 'Coupon', 'WELCOME5');
  await page.getByLabel('Coupon').press('Tab');
  await expect(page.getByRole('columnheader', { name: 'After 7 days' })).toBeVisible();
  await expect(page.getByText('The discount is for that payment only; later ones are without it.')).toBeVisible();
});

test('a reload keeps the order as far as it is written, and a purchase ends it', async ({ page, service, card }) => {
  await open(page, service.shopUrl);
  await fillInPerson(page);
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByLabel('By the year').check();
  await replace(page, 'Copies', '2');
  await replace(page, 'Enamel mug', '3');
  await page.getByRole('button', { name: 'Add a coupon' }).click();
  await replace(page, 'Coupon', 'TIDE15');
  await page.getByLabel('Coupon').press('Tab');
  await page.getByLabel('Street and number').fill('1 Pier');
  await card.ready();
  await card.type(VISA);
  const total = await page.getByRole('table').getByRole('row', { name: 'Total' }).innerText();

  await page.reload();
  await expect(page.getByRole('table').getByRole('row', { name: 'Total' })).toHaveText(total, { useInnerText: true });
  await expect(page.getByLabel('Copies')).toHaveValue('2');
  await expect(page.getByLabel('Enamel mug')).toHaveValue('3');
  await expect(page.getByLabel('Coupon')).toHaveValue('TIDE15');
  await expect(page.getByLabel('Street and number')).toHaveValue('1 Pier');
  await expect(page.getByLabel('Email')).toHaveValue(PERSON.Email);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).toContain('ada@example.com');
  expect(kept).not.toMatch(/4111|2040/);

  await page.goto(`${service.shopUrl}/errors.html`);
  await page.goBack();
  await expect(page.getByRole('table').getByRole('row', { name: 'Total' })).toHaveText(total, { useInnerText: true });
  await page.getByLabel('City').fill('Cork');
  await card.ready();
  await card.type(VISA);
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  await page.goto(`${service.shopUrl}/checkout.html`);
  await page.reload();
  await expect(page.getByRole('table').getByRole('row', { name: 'Total' })).toBeVisible();
  await expect(page.getByLabel('Copies')).toHaveValue('1');
  await expect(page.getByLabel('Enamel mug')).toHaveValue('0');
});

test('a browser that stores nothing for the page can buy', async ({ page, service, card }) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    }),
  );
  await open(page, service.shopUrl);
  await fillInPerson(page);
  await card.ready();
  await card.type(VISA);
  await payAmount(page, '$27.18').click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
});

test('a field with an error stays red while it has the focus', async ({ page, service, card }) => {
  await open(page, service.shopUrl);
  await card.ready();
  await payButton(page).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  const red = 'rgb(179, 38, 30)';
  await expect(page.getByLabel('First name')).toHaveCSS('border-color', red);
  await page.getByLabel('Country').focus();
  await expect(page.getByLabel('Country')).toHaveCSS('border-color', red);
  await card.number.focus();
  await expect(page.locator('.service-pf-box').first()).toHaveCSS('border-color', red);
});

test.describe('a customer who comes back', () => {
  const already = (page: Page) => page.getByText(/You already have this/);
  const receiptOf = (page: Page) => page.getByRole('link', { name: 'your receipt' });

  const buy = async (page: Page, card: CardFields) => {
    await fillInPerson(page);
    await card.ready();
    await card.type(VISA);
    await payAmount(page, '$27.18').click();
    await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
    return page.url();
  };

  test('with Back or a reload is told, and sees the right prices and the receipt @phone', async ({
    page,
    service,
    card,
  }) => {
    await open(page, service.shopUrl);
    const receipt = await buy(page, card);
    for (const comeBack of [
      () => page.goBack(),
      () => page.reload(),
      () => page.goto(`${service.shopUrl}/checkout.html`),
    ]) {
      await comeBack();
      await expect(already(page)).toBeInViewport();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await bill(page, 'Magazine').toEqual(['$19.99', '$19.99']);
      await bill(page, 'Total').toEqual(['$27.18', '$21.74']);
    }
    await receiptOf(page).click();
    await expect(page).toHaveURL(receipt);
  });

  test('sees each plan with its own renewal, taxed at the address on file', async ({ page, service, card }) => {
    await open(page, service.shopUrl);
    await buy(page, card);
    await page.goto(`${service.shopUrl}/checkout.html`);
    await bill(page, 'Total').toEqual(['$27.18', '$21.74']);
    await page.getByLabel('By the year').check();
    await bill(page, 'Total').toEqual(['$216.41', '$216.41']);
    await expect(page.getByRole('columnheader', { name: 'Every year' })).toBeVisible();
    await expect(already(page)).toBeHidden();
    await page.getByRole('radio', { name: /^Month by month/ }).check();
    await bill(page, 'Total').toEqual(['$27.18', '$21.74']);
    await expect(page.getByRole('columnheader', { name: 'Every month' })).toBeVisible();
    await expect(already(page)).toBeVisible();
  });

  test('during the purchase is told once it is done', async ({ page, service, card }) => {
    await open(page, service.shopUrl);
    await fillInPerson(page);
    await card.ready();
    await card.type(VISA);
    // The shop gets the purchase; its answer never reaches the page, which would go on to the receipt.
    const purchased = new Promise<{ answer: Promise<APIResponse> }>((resolve) =>
      page.route('**/api/purchase', (route) => resolve({ answer: route.fetch() })),
    );
    await payAmount(page, '$27.18').click();
    const { answer } = await purchased;
    await page.reload();
    await expect(already(page)).toBeVisible();
    expect((await answer).status()).toBe(200);
    await bill(page, 'Total').toEqual(['$27.18', '$21.74']);
  });
});

test('a postal code that no place has is refused, on the page and by the shop', async ({ page, service, card }) => {
  await open(page, service.shopUrl);
  const purchases = purchasesOf(page);
  await fillInPerson(page);
  const words = 'Check the postal code. In the United States it has five digits, such as 94105.';
  for (const impossible of ['00000', 'ABC']) {
    await replace(page, 'Postal code', impossible);
    await expect(page.getByText(words)).toBeHidden();
    await page.getByLabel('Postal code').press('Tab');
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription(words);
  }
  await card.ready();
  await card.type(VISA);
  await payAmount(page, '$24.99').click();
  await expect(page.getByLabel('Postal code')).toBeFocused();
  await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription(words);
  expect(purchases).toEqual([]);

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
      address: { country: 'US', postal_code: 'ABC' },
      token: 'a-token',
    },
  });
  expect(answer.status()).toBe(422);
  expect((await answer.json()).error.fields).toEqual({ postal_code: words });

  // In another country it is none of these.
  await page.getByLabel('Country').selectOption('Ireland');
  await expect(page.getByText(words)).toBeHidden();
});

test.describe('after a decline', () => {
  const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /Nothing was charged/ });

  test.beforeEach(async ({ page, service, card }) => {
    await open(page, service.shopUrl);
    await fillInPerson(page);
    await card.ready();
  });

  test('the card stays, and can be corrected or tried again', async ({ page, card }) => {
    await card.type(WITHOUT_FUNDS);
    await payAmount(page, '$27.18').click();
    await expect(problem(page)).toBeVisible();
    await expect(card.number).toHaveValue('4000 0000 0000 0077');
    await expect(card.expiry).toHaveValue('12 / 40');
    await expect(card.cvv).toHaveValue('123');
    await expect(card.number).toBeFocused();
    await card.number.fill(VISA.number ?? '');
    await payAmount(page, '$27.18').click();
    await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  });

  test('of a bank that does not answer, the card stays as well', async ({ page, card }) => {
    await card.type({ ...VISA, number: '4000 0000 0000 0309' });
    await payAmount(page, '$27.18').click();
    await expect(problem(page)).toBeVisible({ timeout: 40_000 });
    await expect(card.number).toHaveValue('4000 0000 0000 0309');
  });

  test('another way to pay starts without it', async ({ page, card }) => {
    await card.type(WITHOUT_FUNDS);
    await payAmount(page, '$27.18').click();
    await expect(problem(page)).toBeVisible();
    await page.getByRole('radio', { name: 'Bank account' }).check();
    await expect(problem(page)).toBeHidden();
  });
});

test('the message about a coupon does not move the link to the gift card away from a press @phone', async ({
  page,
  service,
}) => {
  await open(page, service.shopUrl);
  await page.getByRole('button', { name: 'Add a coupon' }).click();
  await page.getByLabel('Coupon').fill('NOPE');
  await page.getByLabel('Coupon').press('Enter');
  await expect(page.getByText(/We do not know this coupon/)).toBeVisible();
  await replace(page, 'Coupon', 'TIDE15');
  const link = page.getByRole('button', { name: 'Use a gift card' });
  await link.scrollIntoViewIfNeeded();
  const { x, y, height, width } = (await link.boundingBox()) ?? { x: 0, y: 0, height: 0, width: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  // Pressing takes the focus from the coupon, which is looked up then.
  await expect(page.locator('#coupon-good')).not.toBeEmpty();
  await page.mouse.up();
  await expect(page.getByLabel('Gift card')).toBeFocused();
});

test('card fields that are late say that they are loading, and so does Pay', async ({ page, service, card }) => {
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/field.html*', async (route) => {
    await late;
    await route.continue();
  });
  await open(page, service.shopUrl);
  const form = page.locator('.service-payment-form');
  await expect(form).toHaveAttribute('aria-busy', 'true');
  await fillInPerson(page);
  await payAmount(page, '$27.18').click();
  await expect(page.getByRole('alert').filter({ hasText: /card fields are still loading/ })).toBeVisible();
  await expect(page.getByText('Enter the card number.')).toBeHidden();
  arrive();
  await card.ready();
  await expect(form).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('alert').filter({ hasText: /card fields are still loading/ })).toBeHidden();
  await card.type(VISA);
  await payAmount(page, '$27.18').click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
});

test('without the script the page says why, and shows no half of a form', async ({ page, service }) => {
  await page.route('**/v1/service.js', (route) => route.abort());
  await page.goto(`${service.shopUrl}/checkout.html`);
  await expect(page.getByRole('alert')).toHaveText(/The checkout could not be loaded/);
  await expect(page.getByLabel('Copies')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeHidden();
  await expect(page.getByRole('table')).toBeHidden();
  await page.unroute('**/v1/service.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(payAmount(page, '$24.99')).toBeEnabled();
});

test('without a price nothing can be bought, and a press of Pay asks for the price again', async ({
  page,
  service,
}) => {
  await page.route('**/plans/**', (route) => route.abort());
  await page.goto(`${service.shopUrl}/checkout.html`);
  const problem = page.getByRole('alert').filter({ hasText: /could not work out the price/ });
  await expect(problem).toBeVisible();
  await expect(page.getByRole('table').getByRole('row', { name: 'Total' })).toHaveCount(0);
  await page.unroute('**/plans/**');
  await page.getByRole('button', { name: /^Pay/ }).click({ force: true });
  await expect(page.getByText('The total is now $24.99. Press Pay again to confirm.')).toBeVisible();
  await expect(problem).toBeHidden();
});

test('a connection that comes back brings the price back', async ({ page, service, context }) => {
  await page.route('**/plans/**', (route) => route.abort('internetdisconnected'));
  await page.goto(`${service.shopUrl}/checkout.html`);
  await expect(page.getByRole('alert').filter({ hasText: /could not work out the price/ })).toBeVisible();
  await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(true);
  await page.unroute('**/plans/**');
  await context.setOffline(false);
  await expect(payAmount(page, '$24.99')).toHaveAttribute('aria-disabled', 'false');
  await expect(page.locator('#problem')).toBeEmpty();
});
