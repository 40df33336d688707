import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './checkout.ts';
import type { Origins } from './origins.ts';

const NUMBER = '4111111111111111';

/** Opens a page with the library, `body` in its form, and `script` after the configuration. */
const open = async (page: Page, origins: Origins, body: string, script: string) => {
  // Nothing inline but these two scripts, and no style but the library's.
  origins.headers = {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${origins.browser} 'nonce-page'`,
      `style-src ${origins.browser}`,
      `frame-src ${origins.browser}`,
      `connect-src ${origins.browser}`,
      "require-trusted-types-for 'script'",
    ].join('; '),
  };
  origins.page = `<!doctype html>
<html lang="en">
<title>Checkout</title>
<link rel="stylesheet" href="${origins.browser}/v1/service.css">
<form id="form">
  <input data-service="first_name" value="Ada" aria-label="First name">
  <input data-service="last_name" value="Lovelace" aria-label="Last name">
  ${body}
  <button>Pay</button>
</form>
<script src="${origins.browser}/v1/service.js"></script>
<script nonce="page">
  window.log = [];
  window.outcomes = [];
  service.configure('key');
  ${script}
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    service.token(elements, form, (error, token) => {
      outcomes.push(error ? { code: error.code, fields: error.fields } : { id: token.id });
    });
  });
</script>`;
  await page.goto(origins.shop);
};

const seen = (page: Page, name: 'log' | 'outcomes') =>
  page.evaluate((name) => (window as never as Record<string, unknown[]>)[name]!, name);

const CARD = `
  const elements = service.Elements();
  const card = elements.CardElement({ style: { fontSize: '16px' } });
  for (const name of ['attach', 'ready', 'focus', 'blur', 'submit', 'detach']) card.on(name, () => log.push(name));
  card.on('change', (state) => log.push(state));
  card.attach('#card');`;

const input = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);

test('a card in a line: the focus moves along, Backspace moves it back, and Enter submits', async ({
  page,
  origins,
}) => {
  const problems: string[] = [];
  // Chromium reports every name of a feature that it does not know.
  page.on('console', (message) => /Unrecognized feature/.test(message.text()) || problems.push(message.text()));
  await open(page, origins, '<div id="card"></div>', CARD);
  const [number, expiry, code] = ['Card number', 'Expiry date', 'Security code'].map((name) => input(page, name));
  await expect(number!).toHaveAttribute('autocomplete', 'cc-number');
  await expect(expiry!).toHaveAttribute('autocomplete', 'cc-exp');
  await expect(code!).toHaveAttribute('autocomplete', 'cc-csc');
  await expect(expiry!).toHaveAttribute('placeholder', 'MM / YY');

  await page.getByRole('button').click();
  await expect
    .poll(() => seen(page, 'outcomes'))
    .toEqual([{ code: 'validation', fields: ['number', 'month', 'year', 'cvv'] }]);

  await number!.click();
  await page.keyboard.type(NUMBER);
  await expect(expiry!).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(number!).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(number!).toHaveValue('4111 1111 1111 111');
  await page.keyboard.type('1');
  await expect(expiry!).toBeFocused();
  await page.keyboard.type('1240');
  await expect(expiry!).toHaveValue('12 / 40');
  await expect(code!).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect.poll(() => seen(page, 'log')).toContain('submit');

  await page.getByRole('button').click();
  await expect.poll(async () => (await seen(page, 'outcomes')).at(-1)).toEqual({ id: 'token-for-Lovelace' });
  expect(origins.requests.at(-1)?.params).toMatchObject({ number: NUMBER, month: '12', year: '40', cvv: '123' });

  const log = await seen(page, 'log');
  const events = log.filter((each) => typeof each === 'string');
  expect(events.slice(0, 3)).toEqual(['attach', 'ready', 'focus']);
  expect(events.slice(-2)).toEqual(['submit', 'blur']);
  expect(log.findLast((each) => typeof each === 'object')).toMatchObject({
    valid: true,
    empty: false,
    focus: false,
    brand: 'visa',
    lastFour: '1111',
    number: { valid: true },
    expiry: { valid: true, length: 4 },
    cvv: { valid: true, length: 3 },
  });
  await expect(page.locator('.service-hosted-field-card')).toHaveClass(/service-hosted-field-valid/);
  const tops = await page
    .locator('#card iframe')
    .evaluateAll((frames) => frames.map((f) => f.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  expect(problems).toEqual([]);

  await page.evaluate('card.detach()');
  await expect(page.locator('#card iframe')).toHaveCount(0);
  await page.evaluate("card.attach('#card')");
  await expect(input(page, 'Card number')).toHaveValue('');
});

test("an element says what is wrong, in the page's language, once its field is left @chromium", async ({
  page,
  origins,
}) => {
  const script = `
    document.documentElement.lang = 'de';
    const elements = service.Elements();
    const number = elements.CardNumberElement({ error: { number: { brand: 'Nur Visa.' } } }).attach('#number');
    const expiry = elements.CardExpiryElement().attach('#expiry');
    elements.on('ready', () => log.push('ready'));
    for (const each of [number, expiry]) each.on('change', ({ reason, message }) => log.push([reason, message].join(': ')));`;
  await open(page, origins, '<div id="number"></div><div id="expiry"></div>', script);
  const number = input(page, 'Kartennummer');
  await expect(number).toHaveAttribute('placeholder', 'Kartennummer');
  await number.pressSequentially('4111');
  await expect.poll(async () => (await seen(page, 'log')).at(-1)).toBe('incomplete: ');
  await number.blur();
  const short = 'Die Kartennummer ist zu kurz. Prüfen Sie, ob eine Ziffer fehlt.';
  await expect.poll(async () => (await seen(page, 'log')).at(-1)).toBe(`incomplete: ${short}`);
  await expect(number).toHaveAccessibleDescription(short);
  await page.evaluate("service.configure({ brands: ['visa'] })");
  await page.evaluate('number.configure({})');
  await number.fill('5555555555554444');
  await number.blur();
  await expect.poll(async () => (await seen(page, 'log')).at(-1)).toBe('brand: Nur Visa.');
  await input(page, 'Gültig bis').fill('1330');
  await input(page, 'Gültig bis').blur();
  await expect.poll(async () => (await seen(page, 'log')).at(-1)).toMatch(/^month: Diesen Monat gibt es nicht/);
});

test('texts of the page win over those of its language, and an unknown one is named @chromium', async ({
  page,
  origins,
}) => {
  const script = `
    document.documentElement.lang = 'de';
    service.configure({ texts: { number: 'Nummer', expiry: 'Bis', number_incomplete: 'Zu kurz.' } });
    const elements = service.Elements({ texts: { expiry: 'Ablauf' } });
    const number = elements.CardNumberElement().attach('#number');
    elements.CardExpiryElement().attach('#expiry');
    elements.CardCvvElement().attach('#cvv');
    number.on('change', ({ message }) => log.push(message));
    service.Elements({ texts: { nummer: 'x' } }).on('error', ({ code, message }) => log.push(code + ': ' + message));`;
  await open(page, origins, '<div id="number"></div><div id="expiry"></div><div id="cvv"></div>', script);
  await expect
    .poll(() => seen(page, 'log'))
    .toContain("invalid-option: The `Elements.texts` option must be texts by name, such as number, got 'nummer'.");
  await expect(input(page, 'Ablauf')).toBeVisible();
  await expect(input(page, 'Prüfnummer')).toBeVisible();
  const number = input(page, 'Nummer');
  await number.fill('4111');
  await number.blur();
  await expect.poll(async () => (await seen(page, 'log')).at(-1)).toBe('Zu kurz.');
  await expect(number).toHaveAccessibleDescription('Zu kurz.');
});

test('separate elements, at 320 pixels, without axe findings @chromium', async ({ page, origins }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const fields = ['number', 'month', 'year', 'cvv'];
  const labelled = fields.map((name) => `<label for="${name}">${name}</label> <div id="${name}"></div>`).join('');
  const attach = fields
    .map((name) => `elements.Card${name[0]!.toUpperCase()}${name.slice(1)}Element().attach('#${name}');`)
    .join('');
  await open(
    page,
    origins,
    labelled,
    `const elements = service.Elements(); elements.on('ready', () => log.push('ready')); ${attach}`,
  );
  await expect.poll(() => seen(page, 'log')).toContain('ready');
  await input(page, 'Card number').click();
  await page.keyboard.type(`${NUMBER}1240123`);
  await page.getByRole('button').click();
  await expect.poll(() => seen(page, 'outcomes')).toEqual([{ id: 'token-for-Lovelace' }]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  origins.headers = {};
  await page.reload();
  await expect(input(page, 'Card number')).toBeVisible();
  const { violations } = await new AxeBuilder({ page })
    .disableRules(['page-has-heading-one', 'landmark-one-main', 'region'])
    .analyze();
  expect(violations).toEqual([]);
});

test('what is missing is said: the target, the file, the height @chromium', async ({ page, origins }) => {
  const warnings: string[] = [];
  page.on('console', (message) => /height/.test(message.text()) && warnings.push(message.text()));
  await page.route('**/service.css', (route) => route.abort());
  await open(
    page,
    origins,
    '<div id="card"></div>',
    `const elements = service.Elements();
     try { elements.CardElement().attach('#absent'); } catch (error) { log.push(error.code, error.selector); }
     elements.CardElement().attach('#card');`,
  );
  await expect(input(page, 'Card number')).toBeVisible();
  expect(await seen(page, 'log')).toEqual(['missing-hosted-field-target', '#absent']);
  expect(warnings).toEqual([expect.stringMatching(/No field height: load service\.css/)]);

  await page.route('**/on-demand.js*', (route) => route.abort());
  await open(page, origins, '<div id="card"></div>', `${CARD} card.on('error', ({ code }) => log.push(code));`);
  await expect(page.locator('#card')).toHaveText('The payment form did not load. Reload the page.');
  await page.getByRole('button').click();
  await expect.poll(() => seen(page, 'outcomes')).toEqual([{ code: 'api-error', fields: [] }]);
  expect(await seen(page, 'log')).toContain('api-error');
});
