import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';

/** Causes an error, and returns what the page shows about it. */
const provoke = async (page: Page, title: string) => {
  const situation = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await situation.getByRole('button', { name: 'Make it happen' }).click();
  return situation;
};

test.beforeEach(async ({ page, service, card }) => {
  await page.goto(`${service.shopUrl}/errors.html`);
  await card.ready();
});

const SITUATIONS = [
  [
    'The token is too old, or used already',
    /^\{\s+message: "This took too long/,
    'This took too long, so nothing was saved.',
  ],
  ['The service refuses a value', /code: "invalid-parameter".*"must be 4 to 17 digits"/s, 'Check the account number.'],
  ['Not configured', /code: "not-configured"/, 'This shop cannot take payments right now.'],
  ['Unknown public key', /name: "api-error".*code: "invalid-public-key"/s, 'This shop cannot take payments right now.'],
  ['The network is down', /code: "api-error"/, 'The payment service did not answer.'],
  ['The frames are blocked', /code: "api-timeout"/, 'The payment service did not answer.'],
] as const;

for (const [title, code, words] of SITUATIONS) {
  test(`${title.toLowerCase()}: the code gets an error, and the customer a text`, async ({ page, card }) => {
    const situation = await provoke(page, title);
    await expect(situation.getByText(code)).toBeVisible();
    await expect(situation.getByRole('listitem').filter({ hasText: words })).toBeVisible();
    // The card beside it is unchanged.
    await expect(card.number).toBeEditable();
  });
}

test('missing and invalid values are reported field by field @phone', async ({ page, card }) => {
  await card.type({ month: '13', cvv: '123' });
  const situation = await provoke(page, 'Something is missing or mistyped');
  await expect(situation.getByText(/code: "validation"/)).toBeVisible();
  await expect(situation.getByRole('listitem').filter({ hasText: 'Enter the card number.' })).toBeVisible();
});

test('a declined card is reported by the shop’s server', async ({ page, card }) => {
  await card.type({ number: '4000 0000 0000 0002', month: '12', year: '2040', cvv: '123' });
  const situation = await provoke(page, 'The bank declines the card');
  await expect(situation.getByText('What the shop’s server says')).toBeVisible();
  await expect(
    situation.getByRole('listitem').filter({ hasText: 'The payment was declined. Try another card or ask your bank.' }),
  ).toBeVisible();
});
