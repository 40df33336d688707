import type { Page } from '@playwright/test';
import type { PaymentForm } from '../src/elements/types.ts';
import type { Service } from '../src/service.ts';
import type { PaymentFormOptions } from '../src/types.ts';
import { expect, test } from './checkout.ts';
import type { Answer } from './origins.ts';
import { openPaymentForm, outcomes } from './payment-page.ts';

/** The names that the script of the page declares. */
declare const payment: PaymentForm;
declare const service: Service;

const frame = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);
const errors = (page: Page) => page.locator('.service-pf-invalid .service-pf-error').allTextContents();
const validate = (page: Page) => page.evaluate(() => payment.validate());
const configure = (page: Page, options: PaymentFormOptions) =>
  page.evaluate((given) => void payment.configure(given), options);

const CARD = { number: '4111111111111111', month: '12', year: '2040', cvv: '123' };
const refused = (field: string, code = 'validation'): Answer => ({
  status: 422,
  body: { error: { code, message: 'See `details`.', fields: [field], details: [{ field, messages: ['is invalid'] }] } },
});

test('validate shows what is wrong without a request, and leaves the focus to the page @chromium', async ({
  page,
  origins,
}) => {
  const inputs = '<label>Email <input id="email"></label>';
  await openPaymentForm(page, origins, { methods: ['card', 'bank', 'wallet'] }, { policy: false, inputs });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  await page.getByLabel('Email').focus();
  expect(await validate(page)).toEqual(['number', 'expiry', 'cvv', 'first_name', 'last_name']);
  expect(await errors(page)).toContain('Enter the card number.');
  await expect(frame(page, 'Card number')).toHaveAccessibleDescription('Enter the card number.');
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await frame(page, 'Card number').fill(CARD.number);
  await frame(page, 'Expiry date').fill('0124');
  await frame(page, 'Security code').pressSequentially('123');
  const expired = 'This card has expired. Check the date, or use another card.';
  await expect.poll(() => errors(page)).toContain(expired);
  await expect.poll(() => validate(page)).toEqual(['expiry']);
  expect(await errors(page)).toEqual([expired]);
  await frame(page, 'Expiry date').fill('1240');
  await expect.poll(() => validate(page)).toEqual([]);
  expect(await errors(page)).toEqual([]);

  await page.getByLabel('Bank account').check();
  await page.getByLabel('Routing number').fill('12345678');
  await page.getByLabel('Account number', { exact: true }).fill('1234');
  await page.getByLabel('Account number again').fill('12345');
  expect(await validate(page)).toEqual(['name_on_account', 'routing_number', 'account_number_confirmation']);
  expect(await errors(page)).toContain('Check the routing number. It has nine digits.');
  await page.getByLabel('Wallet').check();
  expect(await validate(page)).toEqual([]);
  expect(origins.requests.filter(({ url }) => /tokens/.test(url))).toEqual([]);
});

test('a test card is filled in, and chosen, also while the fields load @firefox', async ({ page, origins }) => {
  origins.answer = (_, path) => (path.startsWith('test_cards/') ? { status: 200, body: CARD } : refused('number'));
  await openPaymentForm(page, origins, { methods: ['bank', 'card'] }, { policy: false });
  await page.evaluate(() => void payment.fillTestCard('approved'));
  await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked();
  await expect(frame(page, 'Card number')).toHaveValue('4111 1111 1111 1111');
  await expect(frame(page, 'Expiry date')).toHaveValue('12 / 40');
  await expect(frame(page, 'Security code')).toHaveValue('123');
  expect(origins.requests.map(({ url }) => url)).toContain('/js/v1/test_cards/approved');
});

test('a routing number shows the name of its bank; an unknown one is an error, and a late answer nothing @chromium', async ({
  page,
  origins,
}) => {
  const late = Promise.withResolvers<Answer>();
  origins.answer = ({ routing_number: number }, path) => {
    if (path !== 'bank') return { status: 200, body: { id: 'en-1', language: 'en', text: 'You authorize us.' } };
    if (number === '000000000') return late.promise;
    if (number !== '123456780') return refused('routing_number', 'invalid-routing-number');
    return { status: 200, body: { bank_name: 'Bank of Ada' } };
  };
  await openPaymentForm(page, origins, { methods: ['bank'] }, { policy: false });
  const routing = page.getByLabel('Routing number');
  await routing.fill('000000000');
  await routing.fill('123 456 780');
  await expect(routing).toHaveAccessibleDescription('Bank of Ada');
  late.resolve({ status: 200, body: { bank_name: 'Too late' } });
  await routing.fill('12345678');
  await expect(routing).toHaveAccessibleDescription('');
  await routing.fill('021000021');
  await expect(routing).toHaveAccessibleDescription('No bank has this routing number. Check its nine digits.');
  await expect(page.getByText('Too late')).toHaveCount(0);
});

test('an authorization that has changed is shown again, and the next token names it @chromium', async ({
  page,
  origins,
}) => {
  let version = 1;
  origins.answer = (params, path) => {
    if (path === 'bank_authorization')
      return { status: 200, body: { id: `en-${version}`, language: 'en', text: `Text ${version}` } };
    if (path === 'bank') return { status: 200, body: { bank_name: null } };
    return params.authorization === 'en-2'
      ? { status: 200, body: { id: 'bank-token', type: 'bank_account' } }
      : refused('authorization');
  };
  await openPaymentForm(page, origins, { methods: ['bank'] }, { policy: false });
  await expect(page.getByText('Text 1')).toBeVisible();
  for (const [label, value] of Object.entries({
    'Name on the account': 'Ada',
    'Routing number': '123456780',
    'Account number': '1234',
    'Account number again': '1234',
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  version = 2;
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toHaveText('The debit authorization has changed. Read it, then try again.');
  await expect(page.getByText('Text 2')).toBeVisible();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'validation', 'bank-token']);
});

test('other methods, another description and another appearance keep what was typed; another language does not @chromium', async ({
  page,
  origins,
}) => {
  await openPaymentForm(page, origins, { methods: ['card', 'bank'], saved: 'Visa 1111' }, { policy: false });
  await page.getByLabel('Bank account').check();
  await page.getByLabel('Name on the account').fill('Ada');
  await configure(page, { description: 'Gold', appearance: { variables: { colorAccent: 'rgb(0, 128, 0)' } } });
  await page.getByLabel('Name on the account').focus();
  await expect(page.getByLabel('Name on the account')).toHaveCSS('border-top-color', 'rgb(0, 128, 0)');
  await expect(page.getByLabel('Name on the account')).toHaveValue('Ada');
  await configure(page, { appearance: { rules: { Field: { borderWidth: '3px' } } } });
  await expect(page.getByLabel('Name on the account')).toHaveCSS('border-top-width', '3px');
  await configure(page, { appearance: {} });
  await expect(page.getByLabel('Name on the account')).toHaveCSS('border-top-width', '1px');

  // Not offered any more, the bank account gives way to the first method.
  await configure(page, { methods: ['card'], saved: '' });
  await expect(page.getByRole('radio')).toHaveCount(0);
  await frame(page, 'Card number').fill('4111');
  await configure(page, { methods: ['card', 'bank'], saved: 'Visa 1111' });
  await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked();
  await expect(frame(page, 'Card number')).toHaveValue('4111');
  await page.getByLabel('Bank account').check();
  await expect(page.getByLabel('Name on the account')).toHaveValue('Ada');

  await configure(page, { locale: 'de' });
  await expect(page.getByRole('radio', { name: 'Visa 1111' })).toBeChecked();
  await page.getByLabel('Bankkonto').check();
  await expect(
    page.getByLabel('Name auf dem Konto', { exact: false }).or(page.locator('[data-service=name_on_account]')).first(),
  ).toHaveValue('');
});

test("the page's style of radio buttons and labels does not reach those of the form @chromium", async ({
  page,
  origins,
}) => {
  const style = `<style>
    input[type=radio] { appearance: none; width: 100%; height: 60px; border: 9px solid red; }
    form input[type=radio]::before { content: 'x'; display: block; width: 40px; height: 40px; }
    label { font-size: 30px; font-weight: 900; }
  </style>`;
  await openPaymentForm(page, origins, { methods: ['card', 'bank'] }, { policy: false, inputs: style });
  const radio = page.getByRole('radio', { name: 'Card' });
  await expect(radio).toBeVisible();
  await expect(radio).toHaveCSS('appearance', 'auto');
  await expect(radio).toHaveCSS('border-top-color', 'rgb(0, 0, 0)');
  const { width, height } = (await radio.boundingBox()) ?? { width: 0, height: 0 };
  expect([width, height]).toEqual([13, 13]);
  await expect(page.locator('.service-pf-method').first()).toHaveCSS('font-size', '16px');
  expect(await radio.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('none');
});

test('before it is attached, a form cannot be validated', async ({ page, origins }) => {
  await openPaymentForm(page, origins, {}, { policy: false });
  const message = await page.evaluate(() =>
    service
      .PaymentForm()
      .validate()
      .catch((error: Error) => error.message),
  );
  expect(message).toContain('The form is not attached.');
});
