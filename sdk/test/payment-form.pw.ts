import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './checkout.ts';
import { declined } from './origins.ts';
import { openPaymentForm, outcomes } from './payment-page.ts';
import { AGREEMENT, press } from './wallet-window.ts';

const frame = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);
/** The brands whose marks stand beside the card number. */
const marks = (page: Page) =>
  page.locator('.service-pf-mark svg').evaluateAll((all) => all.map((mark) => mark.getAttribute('data-brand')));
/** The errors at fields, from the top. */
const errors = (page: Page) => page.locator('.service-pf-invalid .service-pf-error').allTextContents();
const axe = async (page: Page) =>
  (await new AxeBuilder({ page }).disableRules(['page-has-heading-one', 'landmark-one-main', 'region']).analyze())
    .violations;

test('a card: blank, refused, then paid, in a page with a strict policy @chromium', async ({ page, origins }, info) => {
  const problems: string[] = [];
  page.on('console', (message) => /Unrecognized feature/.test(message.text()) || problems.push(message.text()));
  await page.setViewportSize({ width: 320, height: 900 });
  await openPaymentForm(page, origins, { methods: ['card', 'bank', 'wallet'] });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  await expect(page.locator('#payment button')).toHaveCount(0);
  expect(await marks(page)).toHaveLength(6);
  await expect(frame(page, 'Card number')).toHaveAttribute('placeholder', '1234 1234 1234 1234');
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
  await expect(frame(page, 'Expiry date')).toHaveAttribute('aria-required', 'true');
  await page.screenshot({ path: info.outputPath('empty.png') });

  await page.getByRole('button', { name: 'Pay' }).click();
  await expect
    .poll(() => errors(page))
    .toEqual([
      'Enter the card number.',
      'Enter the expiry date, month and year.',
      'Enter the security code. It is on the back of the card, or on the front of an American Express.',
      'Enter your first name.',
      'Enter your last name.',
    ]);
  await expect(page.getByText('3 digits, on the back of the card')).toBeHidden();
  await expect(frame(page, 'Card number')).toBeFocused();
  await expect(frame(page, 'Expiry date')).toHaveAccessibleDescription('Enter the expiry date, month and year.');
  await page.screenshot({ path: info.outputPath('blank.png') });

  await page.keyboard.type('41111111111111111240123');
  await expect(frame(page, 'Expiry date')).toHaveValue('12 / 40');
  await expect.poll(() => marks(page)).toEqual(['visa']);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  origins.answer = declined;
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('status')).toContainText('Your bank declined the payment.');
  await expect.poll(() => errors(page)).toEqual([]);
  await expect(frame(page, 'Card number')).toHaveValue('4111 1111 1111 1111');

  origins.answer = () => ({ status: 200, body: { id: 'token', type: 'credit_card' } });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'validation', 'declined', 'token']);
  expect(origins.requests.at(-1)?.params).toMatchObject({ first_name: 'Ada', month: '12', year: '40', cvv: '123' });
  await expect(page.locator('input[name=service-token]')).toHaveValue('token');
  await page.screenshot({ path: info.outputPath('paid.png') });

  await page.getByLabel('Bank account').check();
  await page.getByLabel('Name on the account').fill('Ada');
  await page.getByLabel('Routing number').fill('123456780');
  await page.getByLabel('Account number', { exact: true }).fill('1');
  await page.getByLabel('Account number again').fill('2');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('The account numbers do not match. Check both.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('bank.png') });
  await page.getByLabel('Account number again').fill('1');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(async () => (await outcomes(page)).length).toBe(6);
  expect(origins.requests.at(-1)?.params).toMatchObject({ routing_number: '123456780', account_type: 'checking' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(problems.filter((text) => !/40[0-9]|422/.test(text))).toEqual([]);
});

test('German in the dark, right to left, a saved method: no axe findings @chromium', async ({
  page,
  origins,
}, info) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const options = { methods: ['card', 'wallet'], saved: 'Visa •••• 1111', locale: 'de-AT' };
  await openPaymentForm(page, origins, options, { policy: false, dir: 'rtl' });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => outcomes(page)).toEqual(['ready', '']);
  await page.getByLabel('Karte', { exact: true }).check();
  await expect(frame(page, 'Kartennummer')).toBeVisible();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => errors(page)).toContain('Geben Sie die Kartennummer ein.');
  await expect.poll(() => errors(page)).toHaveLength(5);
  await page.screenshot({ path: info.outputPath('dark.png') });
  expect(await axe(page)).toEqual([]);
  await openPaymentForm(
    page,
    origins,
    { appearance: { theme: 'light', variables: { colorAccent: '#0a7a3f' } } },
    { policy: false },
  );
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  expect(await axe(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath('light.png') });
});

test('a button that is pressed twice makes one token, whatever the method @chromium', async ({ page, origins }) => {
  await openPaymentForm(page, origins, { methods: ['card', 'bank'] });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  const tokens = () => origins.requests.filter(({ url }) => /\/tokens?$/.test(url)).length;
  const twice = () => page.evaluate('form.requestSubmit(), form.requestSubmit()');
  await frame(page, 'Card number').focus();
  await page.keyboard.type('41111111111111111240123');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await twice();
  await expect.poll(async () => (await outcomes(page)).length).toBe(3);
  expect(tokens()).toBe(1);

  await page.getByLabel('Bank account').check();
  await page.getByLabel('Routing number').fill('123456780');
  for (const name of ['Account number', 'Account number again'])
    await page.getByLabel(name, { exact: true }).fill('111111111');
  await page.getByLabel('Name on the account').fill('Ada Lovelace');
  await twice();
  await expect.poll(async () => (await outcomes(page)).filter((each) => !/ready|bank/.test(each)).length).toBe(4);
  expect(tokens()).toBe(2);
});

test('the marks and the hint of the code follow the brand; only accepted brands are shown @chromium', async ({
  page,
  origins,
}) => {
  await openPaymentForm(
    page,
    origins,
    { locale: 'fr' },
    { configuration: { brands: ['visa', 'american_express', 'elo'] } },
  );
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  expect(await marks(page)).toEqual(['visa', 'american_express']);
  await expect(frame(page, 'Date d’expiration')).toHaveAttribute('placeholder', 'MM / AA');
  await expect(page.getByText('3 chiffres, au dos de la carte')).toBeVisible();

  await frame(page, 'Numéro de carte').fill('3782');
  await expect(page.getByText('4 chiffres, au recto de la carte')).toBeVisible();
  expect(await marks(page)).toEqual(['american_express']);
  await frame(page, 'Numéro de carte').fill('5067');
  await expect(page.getByText('Elo', { exact: true })).toBeVisible();
  expect(await marks(page)).toEqual([]);
});

test('each mistake has its own words, once the customer has left the field @chromium', async ({ page, origins }) => {
  const configuration = { brands: ['visa', 'american_express'] };
  await openPaymentForm(page, origins, { methods: ['card', 'bank'] }, { policy: false, configuration });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  const leave = async (name: string, value: string) => {
    await frame(page, name).fill('');
    await frame(page, name).pressSequentially(value);
    expect(await errors(page)).toEqual([]);
    await frame(page, name).blur();
  };
  for (const [name, value, error] of [
    ['Card number', '4111', 'The card number is too short. Check that no digit is missing.'],
    ['Card number', '4111111111111112', 'Check the card number. A digit may be missing or swapped.'],
    ['Card number', '5555555555554444', 'We do not accept this kind of card. Use another one.'],
    ['Expiry date', '1', 'Enter the month and the year as on the card, for example 08\u00a0/\u00a030.'],
    ['Expiry date', '1330', 'There is no such month. Enter one from 01 to 12, then the year.'],
    ['Expiry date', '0124', 'This card has expired. Check the date, or use another card.'],
    ['Security code', '12', 'Check the security code. It has 3 digits, or 4 on an American Express.'],
  ] as const) {
    await leave(name, value);
    await expect.poll(() => errors(page)).toEqual([error]);
    await expect(frame(page, name)).toHaveAccessibleDescription(error);
    await frame(page, name).fill('');
    await expect.poll(() => errors(page)).toEqual([]);
  }
  await frame(page, 'Card number').fill('4111111111111111');
  await leave('Security code', '12');
  await expect.poll(() => errors(page)).toEqual(['Check the security code. It has 3 digits, on the back of the card.']);
  await expect(page.getByText('3 digits, on the back of the card', { exact: true })).toBeHidden();

  await page.getByLabel('Bank account').check();
  const routing = page.getByLabel('Routing number');
  await routing.fill('12345');
  await routing.blur();
  await expect(routing).toHaveAccessibleDescription('Check the routing number. It has nine digits.');
  await routing.fill('123456780');
  await expect(routing).toHaveAccessibleDescription('');
});

test("a language is loaded on demand; the page's own texts win, and English stands in @chromium", async ({
  page,
  origins,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => /\/texts\//.test(request.url()) && asked.push(new URL(request.url()).pathname));
  await openPaymentForm(page, origins, { texts: { first_name: 'Rufname' } }, { lang: 'de-AT' });
  await page.evaluate("service.configure({ texts: { first_name: 'Name', last_name: 'Zuname' } })");
  await page.evaluate('payment.configure({ texts: { first_name: "Rufname" } })');
  await expect(page.getByLabel('Zuname')).toBeVisible();
  await expect(page.getByLabel('Rufname')).toBeVisible();
  await expect(page.locator('.service-payment-form')).toHaveAttribute('lang', 'de');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Geben Sie die Kartennummer ein.')).toBeVisible();
  expect(asked).toEqual(['/js/v1/texts/de.js']);

  origins.files['texts/fr.js'] = { type: 'text/html', body: 'no script' };
  await openPaymentForm(page, origins, { locale: 'fr' });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(page.locator('.service-payment-form')).toHaveAttribute('lang', 'en');
});

test('the message for developers names as missing only fields that the page does not have @chromium', async ({
  page,
  origins,
}) => {
  await openPaymentForm(page, origins, {}, { policy: false });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  await page.addScriptTag({ content: 'window.ask = (form) => service.token(payment, form)' });
  await page.evaluate(() => {
    const { ask, outcomes } = window as never as { ask: (form: unknown) => Promise<unknown>; outcomes: string[] };
    // The form around the payment form has the inputs for names; the object has none.
    return Promise.all([document.forms[0], {}].map((form) => ask(form).catch((error) => outcomes.push(`${error}`))));
  });
  await expect.poll(() => outcomes(page)).toHaveLength(3);
  const [, ofForm, ofObject] = await outcomes(page);
  expect(ofForm).toContain("first_name can't be blank; last_name can't be blank");
  expect(ofForm).not.toContain('no such field');
  expect(ofObject).toContain("first_name can't be blank (the page has no such field)");
});

test('an error that a press on the button causes waits until the button is released @chromium', async ({
  page,
  origins,
}) => {
  await openPaymentForm(page, origins, { methods: ['bank'] }, { policy: false });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  await page.getByLabel('Routing number').fill('12345');
  const button = page.getByRole('button', { name: 'Pay' });
  await button.hover();
  const before = await button.boundingBox();
  await page.mouse.down();
  await expect(button).toBeFocused();
  expect(await errors(page)).toEqual([]);
  expect(await button.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'validation']);
  await expect.poll(() => errors(page)).toContain('Check the routing number. It has nine digits.');
});

test('Arabic runs from right to left, also on a page that does not; hints and errors are at the right @chromium', async ({
  page,
  origins,
}, info) => {
  await page.setViewportSize({ width: 640, height: 800 });
  /** Returns whether a text is at the right edge of its place, and not as wide as that. */
  const isAtRight = (selector: string) =>
    page.locator(selector).evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const [words, place] = [range.getBoundingClientRect(), text.getBoundingClientRect()];
      return Math.abs(place.right - words.right) < 1 && words.left - place.left > 10;
    });
  for (const [locale, dir] of [
    ['ar', 'ltr'],
    ['en', 'rtl'],
  ] as const) {
    await openPaymentForm(page, origins, { locale }, { policy: false, dir });
    await expect.poll(() => outcomes(page)).toEqual(['ready']);
    expect(await isAtRight('[id$=-cvv-hint]')).toBe(true);
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect.poll(() => errors(page)).toHaveLength(5);
    expect(await isAtRight('[id$=-number-error]')).toBe(true);
    await page.screenshot({ path: info.outputPath(`${locale}.png`) });
  }
  await expect(page.locator('.service-payment-form')).not.toHaveAttribute('dir', 'rtl');
});

test('a form can be attached, moved and removed while its texts load @chromium', async ({ page, origins }) => {
  await openPaymentForm(page, origins, {}, { policy: false, lang: 'de', inputs: '<div id="other"></div>' });
  await page.evaluate("payment.attach('#other').configure({ texts: { last_name: 'Name' } }).focus('first_name')");
  await expect(page.locator('#other').getByLabel('Vorname')).toBeFocused();
  await expect(page.locator('#other').getByLabel('Name', { exact: true })).toBeVisible();
  await page.evaluate('payment.detach()');
  await expect(page.locator('.service-payment-form')).toHaveCount(0);
});

test('a mistake of the page is explained to its developer, and not to the customer @chromium', async ({
  page,
  origins,
}) => {
  const told: string[] = [];
  page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
  const message = 'The public key is unknown here.';
  origins.answer = () => ({ status: 403, body: { error: { code: 'invalid-public-key', message } } });
  await openPaymentForm(page, origins, {}, { policy: false });
  await frame(page, 'Card number').fill('4111 1111 1111 1111');
  await frame(page, 'Expiry date').fill('12 / 40');
  await frame(page, 'Security code').fill('123');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'invalid-public-key']);
  await expect(page.getByRole('status')).toHaveText(
    'This shop’s payment settings are wrong. You have not been charged. Please contact the shop.',
  );
  expect(told).toContain(`Payment form: ${message}`);
  // What the customer can correct is no mistake of the page.
  told.splice(0);
  origins.answer = declined;
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => outcomes(page)).toHaveLength(3);
  expect(told.filter((text) => text.startsWith('Payment form'))).toEqual([]);
});

test('a wallet: left, then agreed to', async ({ page, origins }) => {
  origins.files['wallet/agreement'] = { type: 'text/html', body: AGREEMENT };
  await openPaymentForm(page, origins, { methods: ['card', 'wallet'], description: 'Gold' }, { policy: false });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  await page.getByLabel('Wallet').check();
  await expect(page.getByText('You approve the payment in the wallet’s window.')).toBeVisible();
  const pay = async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Pay' }).click();
    return opened;
  };
  await press(await pay(), 'Leave');
  await expect(page.getByRole('status')).toHaveText(
    'You closed the wallet. You have not been charged. Try again, or use another payment method.',
  );

  const wallet = await pay();
  await expect(wallet.locator('#description')).toHaveText('Gold');
  await press(wallet, 'Agree');
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'wallet-canceled', 'wallet-token']);
  await expect(page.getByRole('status')).toBeEmpty();
  await expect(page.locator('input[name=service-token]')).toHaveValue('wallet-token');
});

test('names countries as they are named in Portugal or in Brazil @chromium', async ({ page, origins }) => {
  for (const [locale, poland] of [
    ['pt', 'Polónia'],
    ['pt-BR', 'Polônia'],
  ] as const) {
    await openPaymentForm(page, origins, { locale }, { policy: false, configuration: { required: ['country'] } });
    await expect.poll(() => outcomes(page)).toEqual(['ready']);
    await expect(page.getByRole('option', { name: poland })).toBeAttached();
  }
});

test('asks for the address that is required, except for what the page asks itself @firefox', async ({
  page,
  origins,
}) => {
  const required = ['address1', 'city', 'postal_code', 'country'];
  const inputs = '<label>Town <input data-service="city"></label>';
  await openPaymentForm(page, origins, {}, { policy: false, configuration: { required }, inputs });
  await expect.poll(() => outcomes(page)).toEqual(['ready']);
  await expect(page.locator('#payment').getByRole('textbox')).toHaveCount(4);
  await expect(page.getByLabel('City')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Choose your country.')).toBeVisible();
  await expect.poll(() => errors(page)).toHaveLength(8);

  await frame(page, 'Card number').fill('4111111111111111');
  await frame(page, 'Expiry date').fill('12 / 40');
  await frame(page, 'Security code').fill('123');
  const values = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Address: '1 Pier',
    'Postal code': '94105',
    Town: 'Here',
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Country').selectOption('United States');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => outcomes(page)).toEqual(['ready', 'validation', expect.stringMatching(/^token/)]);
  expect(origins.requests.at(-1)?.params).toMatchObject({
    address1: '1 Pier',
    city: 'Here',
    postal_code: '94105',
    country: 'US',
  });
});

test('a misspelled option is an error that names it and what is allowed', async ({ page, origins }) => {
  await openPaymentForm(page, origins, {});
  const messages = await page.evaluate(async () => {
    const { service } = window as never as { service: import('../src/service.ts').Service };
    const told = (options: object) =>
      new Promise((resolve) => service.PaymentForm(options).on('error', ({ message }) => resolve(message)));
    const unattached = () => {
      try {
        service.PaymentForm().attach('#q');
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    };
    const methods = await told({ methods: ['crad', 'bank'] });
    return [methods, await told({ appearance: { theme: 'drak' } }), unattached()];
  });
  expect(messages).toEqual([
    "The `PaymentForm.methods` option must be an array of card, bank, sepa, bacs, becs, wallet, got 'crad,bank'.",
    "The `PaymentForm.appearance.theme` option must be one of light, dark, auto, got 'drak'.",
    '`attach` needs a container; #q matches none.',
  ]);
});
