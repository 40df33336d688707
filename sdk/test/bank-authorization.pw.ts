import type { Page } from '@playwright/test';
import { expect, test } from './checkout.ts';
import type { Answer, Origins } from './origins.ts';
import { openPaymentForm, outcomes } from './payment-page.ts';

const TEXT = 'By submitting this bank account, you authorize Tideline to debit it.';

/** Answers as the browser API does: the text in the requested language, and a token. */
const service = (params: Record<string, string>, path: string): Answer =>
  path === 'bank_authorization'
    ? {
        status: 200,
        body: { id: `${params.language}-1`, language: params.language, text: `${params.language}: ${TEXT}` },
      }
    : { status: 200, body: { id: 'bank-token', type: 'bank_account' } };

const asked = ({ requests }: Origins) => requests.filter(({ url }) => url.endsWith('/bank_authorization'));
const tokens = ({ requests }: Origins) => requests.filter(({ url }) => url.endsWith('/tokens'));

const fillIn = async (page: Page) => {
  const values = { name_on_account: 'Ada', routing_number: '123456780', account_number: '1' };
  for (const [name, value] of Object.entries({ ...values, account_number_confirmation: '1' })) {
    await page.locator(`[data-service=${name}]`).fill(value);
  }
};

test('a bank account shows what its holder agrees to, in the language of the page, and the token names it @firefox', async ({
  page,
  origins,
}) => {
  origins.answer = service;
  await openPaymentForm(page, origins, { methods: ['card', 'bank'] }, { lang: 'de-AT', policy: false });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  const text = page.getByText(TEXT);
  await expect(text).toBeHidden();
  // A customer who pays by card causes no request.
  expect(asked(origins)).toEqual([]);

  await page.getByLabel('Bankkonto').check();
  await expect(text).toBeVisible();
  await expect(text).toHaveText(`de: ${TEXT}`);
  await expect(page.getByRole('group')).toHaveAccessibleDescription(`de: ${TEXT}`);
  await expect(page.locator('#payment > [lang]')).toHaveAttribute('lang', 'de');
  await fillIn(page);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'bank-token']);
  expect(tokens(origins)[0]?.params).toMatchObject({ authorization: 'de-1', routing_number: '123456780' });

  await page.getByLabel('Karte').check();
  await expect(text).toBeHidden();
  await page.getByLabel('Bankkonto').check();
  await expect(text).toBeVisible();
  expect(asked(origins)).toHaveLength(1);
});

test('what was not shown is not agreed to: without the text there is no token @chromium', async ({ page, origins }) => {
  const answered = Promise.withResolvers<Answer>();
  let fails = true;
  origins.answer = (params, path) =>
    path === 'bank_authorization' && fails ? answered.promise : service(params, path);
  await openPaymentForm(page, origins, { methods: ['bank'] }, { policy: false });
  await fillIn(page);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => asked(origins).length).toBeGreaterThan(0);
  expect(tokens(origins)).toEqual([]);
  answered.resolve('cut');
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'api-error']);
  await expect(page.getByRole('status')).toContainText('did not answer');
  expect(tokens(origins)).toEqual([]);

  // The next attempt asks again.
  fails = false;
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'api-error', 'bank-token']);
  await expect(page.getByText(`en: ${TEXT}`)).toBeVisible();
  expect(tokens(origins)[0]?.params).toMatchObject({ authorization: 'en-1' });
});

const SCHEMES = [
  { method: 'sepa', label: 'حساب مصرفي أوروبي (SEPA)', values: { iban: 'DE89 3704 0044 0532 0130 00' } },
  {
    method: 'bacs',
    label: 'حساب مصرفي بريطاني',
    values: { sort_code: '20-00-00', account_number: '55779911', account_number_confirmation: '55779911' },
  },
  {
    method: 'becs',
    label: 'حساب مصرفي أسترالي',
    values: { bsb_code: '062-000', account_number: '123456', account_number_confirmation: '123456' },
  },
] as const;

for (const { method, label, values } of SCHEMES) {
  test(`an account is debited by ${method} with the mandate of its scheme, from right to left`, async ({
    page,
    origins,
  }) => {
    origins.answer = service;
    await openPaymentForm(page, origins, { methods: ['card', 'bank', method] }, { lang: 'ar', policy: false });
    await expect.poll(() => outcomes(page)).toEqual(['ready']);
    await page.getByLabel(label).check();
    await expect(page.getByText(TEXT)).toBeVisible();
    expect(asked(origins).map(({ params }) => params)).toEqual([expect.objectContaining({ scheme: method })]);

    const panel = page.locator('fieldset:not([disabled])');
    for (const [name, value] of Object.entries({ name_on_account: 'Ada', ...values })) {
      await panel.locator(`[data-service=${name}]`).fill(value);
    }
    const [code = ''] = Object.keys(values);
    await expect(panel.locator(`[data-service=${code}]`)).toHaveAttribute('dir', 'ltr');
    await expect(panel.locator(`[data-service=${code}]`)).toHaveCSS('text-align', 'right');
    await page.getByRole('button').click();
    await expect.poll(() => tokens(origins).length).toBe(1);
    const [sent] = tokens(origins);
    expect(sent?.params).toMatchObject({ ...values, name_on_account: 'Ada', authorization: 'ar-1' });
    expect(sent?.params).not.toHaveProperty('routing_number');
  });
}
