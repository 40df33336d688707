import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { barriers } from './barriers.ts';
import { PERSON, VISA, WITHOUT_FUNDS } from './checkout.ts';

test.use({ locale: 'en-US' });

/** Types key by key: in Firefox, on a page with frames, a value that a test sets at once fires no change event. */
const leave = async (field: Locator, text: string) => {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
  await field.press('Tab');
};

const payButton = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount}`, exact: true });
const bill = (page: Page, name: string | RegExp) =>
  expect.poll(() => page.getByRole('table').getByRole('row', { name }).getByRole('cell').allInnerTexts());

const fillInPerson = async (page: Page) => {
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label, { exact: true }).fill(value);
};

const openCoupon = (page: Page) => page.getByRole('button', { name: 'Add a coupon' }).click();
const openGiftCard = (page: Page) => page.getByRole('button', { name: 'Use a gift card' }).click();

const inSanFrancisco = async (page: Page) => {
  await page.getByLabel('Country').selectOption('United States');
  await leave(page.getByLabel('Postal code'), '94105');
};

const withParcel = async (page: Page) => {
  await page.getByLabel('Street and number').fill('1 Harbour Road');
  await page.getByLabel('City').fill('San Francisco');
};

/** The receipt's text, once it is shown. */
const receipt = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeFocused();
  return page.getByRole('article');
};
const line = (paper: Locator, name: string) => paper.getByRole('row', { name }).getByRole('cell');

test.beforeEach(async ({ page, service, card }) => {
  await page.goto(`${service.shopUrl}/checkout.html`);
  await card.ready();
  await expect(payButton(page, '$24.99')).toBeEnabled();
});

test('a magazine with extras is priced by the library alone, bought by card, and has a receipt @phone @firefox', async ({
  page,
  card,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByLabel('Storm alerts').check();
  await leave(page.getByLabel('Readers in your crew'), '12');
  await inSanFrancisco(page);
  // 19.99 + 2.50 + 12 × 3.00 + 5.00 = 63.49, and 8.75 % of it 5.56
  await bill(page, 'Total').toEqual(['$69.05', '$63.61']);
  expect(requests).not.toContain('/api/quote');

  await fillInPerson(page);
  await card.type(VISA);
  await payButton(page, '$69.05').click();

  const paper = await receipt(page);
  await expect(paper).toContainText('$69.05 by Visa ending in 1111');
  await expect(line(paper, '12 × Readers in your crew')).toHaveText('$36.00');
  await expect(line(paper, 'Tax, CA 8.75%')).toHaveText('$5.56');
  await expect(line(paper, 'Total')).toHaveText('$69.05');
  await expect(page.getByRole('region', { name: 'What comes next' })).toContainText('$63.61 on');
});

test('a receipt has a PDF, and is not shown to another customer', async ({ page, card, browser }) => {
  await fillInPerson(page);
  await inSanFrancisco(page);
  await card.type(VISA);
  await payButton(page, '$27.18').click();
  await receipt(page);

  const address = (await page.getByRole('link', { name: 'Download the PDF' }).getAttribute('href')) ?? '';
  const pdf = await page.request.get(new URL(address, page.url()).href);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByRole('alert')).toHaveText(/There is no such receipt of yours/);
  expect((await stranger.request.get(new URL(address, page.url()).href)).status()).toBe(404);
  await stranger.context().close();
});

test('goods, a coupon and a gift card are on one bill, which the shop prices', async ({ page, card }) => {
  await leave(page.getByLabel('Oilskin jacket'), '1');
  await leave(page.getByLabel('Enamel mug'), '2');
  await openCoupon(page);
  await expect(page.getByLabel('Coupon')).toBeFocused();
  await leave(page.getByLabel('Coupon'), 'TIDE15');
  await openGiftCard(page);
  await page.getByLabel('Gift card').pressSequentially('DEMOGIFTUSD00020');
  await page.getByLabel('Gift card').press('Enter');
  await expect(page.getByText('Holds $20.00.')).toBeVisible();
  await inSanFrancisco(page);
  // The coupon is for the magazine: 19.99 + 5.00 - 3.00 + 89.00 + 33.00 = 143.99, 8.75 % of it 12.60, less 20.00
  await bill(page, '2 × Enamel mug').toEqual(['$33.00', '–']);
  await bill(page, 'Discount, TIDE15').toEqual(['−$3.00', '−$3.00']);
  await bill(page, /Tax, CA 8.75%/).toEqual(['$12.60', '$1.49']);
  await bill(page, 'Gift card').toEqual(['−$20.00', '–']);
  await bill(page, 'Total').toEqual(['$136.59', '$18.48']);
  await expect(page.getByText('Total $136.59 today, then $18.48 every month.')).toBeAttached();

  await fillInPerson(page);
  await withParcel(page);
  await card.type(VISA);
  await payButton(page, '$136.59').click();
  const paper = await receipt(page);
  await expect(line(paper, 'Oilskin jacket')).toHaveText('$89.00');
  await expect(line(paper, 'Total')).toHaveText('$156.59');
  await expect(line(paper, 'Discount, TIDE15')).toHaveText('−$3.00');
  await expect(line(paper, 'Gift card')).toHaveText('−$20.00');
  await expect(paper).toContainText('$136.59 by Visa ending in 1111');
  const next = page.getByRole('region', { name: 'What comes next' });
  await expect(next).toContainText('$18.48 on');
  // A card paid the rest, so nothing is left of the gift card.
  await expect(next).not.toContainText('left of your gift card');

  // A redeemed gift card cannot be redeemed again, and the page says so.
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await openGiftCard(page);
  await leave(page.getByLabel('Gift card'), 'DEMOGIFTUSD00020');
  await expect(page.getByText(/We do not know this gift card, or it has been used up/)).toBeVisible();
});

test('a bank account pays, and the receipt says that the debit is in progress', async ({ page }) => {
  await page.getByLabel('Try it for a week').check();
  await leave(page.getByLabel('Chart of the coast'), '1');
  await page.getByRole('radio', { name: 'Bank account' }).check();
  await fillInPerson(page);
  await inSanFrancisco(page);
  await withParcel(page);
  await page.getByLabel('Name on the account').fill('Ada Lovelace');
  await page.getByLabel('Routing number').fill('123456780');
  await page.getByLabel('Account number', { exact: true }).fill('000123456789');
  await page.getByLabel('Account number again').fill('000123456789');
  await expect(page.getByLabel('Routing number')).toHaveAccessibleDescription('Bank of Service');
  const agreement = /^By submitting this bank account, you authorize Tideline/;
  await expect(page.getByText(agreement)).toBeVisible();
  await expect(
    page
      .getByRole('group')
      .filter({ has: page.getByLabel('Routing number') })
      .last(),
  ).toHaveAccessibleDescription(agreement);
  const sent = page.waitForRequest((request) => request.url().endsWith('/tokens'));
  await payButton(page, '$26.10').click();
  expect((await sent).postData()).toMatch(/authorization=en-[0-9a-f]{16}/);
  const paper = await receipt(page);
  await expect(paper).toContainText('Payment$26.10 by bank account ending in 6789 is under way');
  await expect(paper).toContainText('takes a few days');
  await expect(line(paper, 'seven days to try')).toHaveText('On trial');
  await expect(page.getByRole('region', { name: 'What comes next' })).toContainText('$21.74 on');
});

test('a bank account can pay in dollars only', async ({ page }) => {
  await page.getByRole('radio', { name: 'Bank account' }).check();
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(page.getByRole('radio', { name: 'Bank account' })).toBeHidden();
  await expect(page.getByText('A bank account can pay in US dollars only.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
  await expect(payButton(page, '€23.99')).toBeEnabled();
});

test('a decline is explained, everything stays, and another card buys at once @phone', async ({ page, card }) => {
  await leave(page.getByLabel('Enamel mug'), '1');
  await fillInPerson(page);
  await inSanFrancisco(page);
  await withParcel(page);
  await card.type(WITHOUT_FUNDS);
  await payButton(page, '$45.12').click();
  const problem = page.getByRole('alert').filter({ hasText: /not enough funds/ });
  await expect(problem).toHaveText(/Try another card\. Nothing was charged, and your order is still here\./);
  await expect(card.number).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Enamel mug')).toHaveValue('1');

  await card.fill(VISA);
  await expect(problem).toBeHidden();
  await payButton(page, '$45.12').click();
  await expect(await receipt(page)).toContainText('$45.12 by Visa ending in 1111');
});

test('a token that is twenty minutes old buys nothing, and a second press does', async ({ page, card, service }) => {
  await fillInPerson(page);
  await inSanFrancisco(page);
  await card.type(VISA);
  await page.route(
    '**/api/purchase',
    async (route) => {
      await service.letPass({ minutes: 20 });
      await route.continue();
    },
    { times: 1 },
  );
  await payButton(page, '$27.18').click();
  await expect(page.getByRole('alert').filter({ hasText: /This took too long/ })).toBeVisible();
  await payButton(page, '$27.18').click();
  await receipt(page);
});

test('pressed twice, or again after an answer was lost, it buys once @chromium', async ({ page, card }) => {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/purchase')) keys.push(request.headers()['idempotency-key']);
  });
  await fillInPerson(page);
  await inSanFrancisco(page);
  await card.type(VISA);
  // The order is placed, and the answer is lost.
  await page.route(
    '**/api/purchase',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await payButton(page, '$27.18').dblclick();
  await expect(page.getByRole('alert').filter({ hasText: /you will not be charged twice/ })).toBeVisible();
  expect(keys).toHaveLength(1);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(await receipt(page)).toContainText('$27.18 by Visa');
  expect(new Set(keys).size).toBe(1);
});

test('the button waits for the price, and a late answer does not overwrite a newer one', async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route('**/api/quote', async (route) => {
    const isFirst = held.length === 0;
    await new Promise<void>((answer) => {
      held.push(answer);
      if (!isFirst) answer();
    });
    await route.continue();
  });
  await leave(page.getByLabel('Enamel mug'), '1');
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveAttribute('aria-disabled', 'true');
  await leave(page.getByLabel('Enamel mug'), '3');
  await expect(payButton(page, '$74.49')).toHaveAttribute('aria-disabled', 'false');
  const late = page.waitForResponse('**/api/quote');
  held[0]?.();
  await (await late).finished();
  await bill(page, 'Total').toEqual(['$74.49', '$19.99']);
  await expect(payButton(page, '$74.49')).toBeVisible();
});

test('an outdated price is not charged @chromium', async ({ page, card }) => {
  await leave(page.getByLabel('Enamel mug'), '1');
  await fillInPerson(page);
  await inSanFrancisco(page);
  await withParcel(page);
  await card.type(VISA);
  await expect(payButton(page, '$45.12')).toHaveAttribute('aria-disabled', 'false');
  await page.route(
    '**/api/purchase',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), agreed: '1.00' } }),
    { times: 1 },
  );
  await payButton(page, '$45.12').click();
  await expect(page.getByRole('alert').filter({ hasText: /The price has changed/ })).toBeVisible();
  await payButton(page, '$45.12').click();
  await receipt(page);
});

test('missing values are named before anything is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await openCoupon(page);
  await leave(page.getByLabel('Coupon'), 'NOPE');
  await expect(page.getByText(/We do not know this coupon/)).toBeVisible();
  await payButton(page, '$24.99').click();
  for (const words of ['Enter your first name.', 'Choose your country.', 'Enter the card number.']) {
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toBeFocused();
  expect(sent).toEqual([]);
});

test('the page works by keyboard alone @chromium', async ({ page, card }) => {
  const tabTo = async (field: Locator) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (
        await field.evaluate(
          (element) => element.ownerDocument.hasFocus() && element === element.ownerDocument.activeElement,
        )
      )
        return;
    }
    throw new Error(`${field} is not on the way`);
  };
  await page.getByRole('radio', { name: /^Month by month/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(payButton(page, '$199.00')).toBeVisible();
  await tabTo(page.getByLabel('Enamel mug'));
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(payButton(page, '$215.50')).toBeVisible();
  for (const [label, value] of Object.entries({
    ...PERSON,
    'Street and number': '1 Pier',
    City: 'Cork',
    Country: 'Ire',
    'Postal code': 'T12',
  })) {
    await tabTo(page.getByLabel(label, { exact: true }));
    await page.keyboard.type(value);
  }
  await tabTo(card.number);
  // A completed field moves the focus on.
  await page.keyboard.type(`${VISA.number}1240${VISA.cvv}`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeFocused();
  // 23 % of Ireland
  await expect(payButton(page, '$265.07')).toBeVisible();
  await page.keyboard.press('Enter');
  await receipt(page);
});

test('axe finds no violation beside card fields that were left empty @chromium', async ({ page }) => {
  await leave(page.getByLabel('Enamel mug'), '1');
  await payButton(page, '$41.49').click();
  await expect(page.getByText('Enter the card number.')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});
