import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { api } from './account-link.ts';

const ACCOUNT = {
  'Routing number': '123456780',
  'Account number again': '000123456789',
  'Name on the account': 'Ada Lovelace',
  Email: 'ada@example.com',
};

const fill = async (page: Page, changes: Record<string, string> = {}) => {
  await page.getByLabel('Account number', { exact: true }).fill('000123456789');
  for (const [label, value] of Object.entries({ ...ACCOUNT, ...changes })) await page.getByLabel(label).fill(value);
};

const save = (page: Page) => page.getByRole('button', { name: 'Save account' }).click();

test.beforeEach(async ({ page, service }) => {
  await page.goto(`${service.shopUrl}/bank-account.html`);
});

test('a bank account becomes the account on file @phone', async ({ page }) => {
  await fill(page);
  await page.getByRole('radio', { name: 'Savings' }).check();
  await save(page);
  await expect(page.getByRole('status').first()).toHaveText(/Your bank account is saved: •••• 6789/);
  await expect(page.getByText('Savings account')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your bank account on file' })).toBeVisible();
  await expect(page.getByText('Ada Lovelace')).toBeVisible();
});

test('what the customer agrees to is shown, and recorded with the account', async ({ page, service }) => {
  const agreement = page.getByText(/^By submitting this bank account, you authorize Tideline to debit it/);
  await expect(agreement).toBeVisible();
  const shown = (await agreement.textContent()) ?? '';
  await expect(page.getByRole('button', { name: 'Save account' })).toHaveAccessibleDescription(shown);
  await fill(page);
  await save(page);
  await expect(page.getByRole('status').first()).toHaveText(/is saved/);
  const code = await page.locator('#stored-code').textContent();
  const info = await api(service, 'GET', `/v2/accounts/${code}/billing_info`);
  expect(info).toContain(`<bank_account_authorization>${shown}</bank_account_authorization>`);
});

test('an account is not saved before the customer was shown what it means', async ({ page, service }) => {
  const tokens: string[] = [];
  page.on('request', (request) => request.url().endsWith('/tokens') && tokens.push(request.url()));
  await page.route('**/bank_authorization*', (route) => route.abort());
  await page.goto(`${service.shopUrl}/bank-account.html`);
  await fill(page);
  await save(page);
  await expect(page.getByRole('alert')).toHaveText(/The payment service did not answer/);
  expect(tokens).toEqual([]);
  await page.unroute('**/bank_authorization*');
  await save(page);
  await expect(page.getByRole('status').first()).toHaveText(/is saved/);
});

test('the bank is shown while its number is typed, and only if it is known', async ({ page }) => {
  const routing = page.getByLabel('Routing number');
  const bank = page.getByText('Bank of Service', { exact: true });
  await routing.pressSequentially('12345678');
  await expect(bank).toBeHidden();
  await routing.press('0');
  await expect(bank).toBeVisible();
  await routing.press('Backspace');
  await expect(bank).toBeHidden();

  await routing.fill('12-345 6780');
  await expect(routing).toHaveValue('123456780');
  await expect(bank).toBeVisible();
});

test('a number without a bank is reported under its field', async ({ page }) => {
  await page.getByLabel('Routing number').fill('021000021');
  const fault = page.getByText('No bank has this routing number. Check its nine digits.').first();
  await expect(fault).toBeVisible();
  await save(page);
  await expect(fault).toBeVisible();
  await expect(page.getByLabel('Routing number')).toHaveAttribute('aria-invalid', 'true');
});

test('two account numbers that differ are reported before anything is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await fill(page, { 'Account number again': '000123456788' });
  await save(page);
  await expect(page.getByText('The account numbers do not match. Check both.').first()).toBeVisible();
  await expect(page.getByLabel('Account number again')).toBeFocused();
  expect(sent).toEqual([]);
});

test('an error of the service is shown under its field', async ({ page }) => {
  await fill(page, { 'Account number again': '123' });
  await page.getByLabel('Account number', { exact: true }).fill('123');
  await save(page);
  await expect(page.getByText('Check the account number. It has 4 to 17 digits.').first()).toBeVisible();
});

test('no account number reaches the shop', async ({ page }) => {
  const bodies: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && bodies.push(request.postData() ?? ''));
  await fill(page);
  await save(page);
  await expect(page.getByRole('status').first()).toHaveText(/is saved/);
  expect(bodies.join()).not.toContain('000123456789');
});

test('a customer who pays by bank account can still put a card on file', async ({ page, service }) => {
  await fill(page);
  await save(page);
  await expect(page.getByRole('status').first()).toHaveText(/is saved/);
  await page.goto(`${service.shopUrl}/card.html`);
  await expect(page.getByRole('button', { name: /save card/i })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});
