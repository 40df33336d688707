import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { cardFields, expect, type RunningService, test } from '../fixtures/index.ts';
import { barriers } from './barriers.ts';

// A service of its own, because its clock is moved for everyone.
test.use({ timezoneId: 'UTC', serviceOptions: { env: {} } });
test.describe.configure({ mode: 'default' });

const HOME = fileURLToPath(new URL('../..', import.meta.url));
const KEY = `Basic ${Buffer.from('demo-private-key:').toString('base64')}`;
const XML = {
  Authorization: KEY,
  Accept: 'application/xml',
  'X-Api-Version': '2.19',
  'Content-Type': 'application/xml',
};

const api = async ({ apiUrl }: RunningService, method: string, path: string, body?: string): Promise<string> => {
  const response = await fetch(`${apiUrl}${path}`, { method, headers: XML, ...(body ? { body } : {}) });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return text;
};

const card = (number: string) =>
  `<number>${number}</number><month>12</month><year>2040</year><verification_value>123</verification_value>` +
  '<first_name>Ada</first_name><last_name>Lovelace</last_name><zip>94105</zip><country>US</country>';

/** Sells the plan, and returns the link to the account pages. */
const sell = async (service: RunningService, code: string, account = '') => {
  const billing = `<billing_info>${card('4111111111111111')}</billing_info>`;
  await api(
    service,
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>ada@example.com</email>${account}${billing}</account><currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>`,
  );
  const [, token = ''] = /<hosted_login_token>(\w+)</.exec(await api(service, 'GET', `/v2/accounts/${code}`)) ?? [];
  return { token, link: `${service.apiUrl}/account/${token}` };
};

const travel = (service: RunningService, days: number) =>
  api(service, 'PUT', '/v2/sandbox/clock', `<clock><advance_in_seconds>${days * 86_400}</advance_in_seconds></clock>`);

/** Checks the page with axe, in light and dark. Takes screenshots only if a folder for them is named. */
const inspect = async (page: Page, name: string, { axe = true } = {}) => {
  const folder = process.env.PICTURES;
  if (folder) test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (axe) expect(await barriers(page, { colorScheme }), name).toEqual([]);
    for (const width of folder ? [360, 768, 1280] : []) {
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 720 });
};

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('a customer changes the plan, cancels, keeps it, and pays what is overdue with another card', async ({
    page,
    service,
  }) => {
    const { link, token } = await sell(service, 'ada');
    const referrers: string[] = [];
    page.on('request', (request) => referrers.push(request.headers().referer ?? ''));
    await page.goto(link);
    await expect(page).toHaveURL(`${service.apiUrl}/account`);
    await expect(page.getByRole('main')).toContainText('$21.74 on');
    await inspect(page, 'en-overview');

    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByLabel('Quantity').fill('2');
    await page.getByRole('button', { name: 'Show the price' }).click();
    await expect(page.getByRole('main')).toContainText('$39.98 every month');
    await inspect(page, 'en-change');
    await page.getByRole('button', { name: 'Change and pay $21.74' }).click();
    await expect(page.getByText('Your subscription has been changed.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('$43.48 on');

    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    await inspect(page, 'en-cancel');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Your subscription is canceled.')).toBeVisible();
    await page.getByRole('link', { name: 'Keep subscription' }).click();
    await page.getByRole('button', { name: 'Keep subscription' }).click();
    await expect(page.getByText('Your subscription continues.')).toBeVisible();

    await api(
      service,
      'PUT',
      '/v2/accounts/ada/billing_info',
      `<billing_info>${card('4000000000000341')}</billing_info>`,
    );
    await travel(service, 31);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'A payment did not go through' })).toBeVisible();
    await inspect(page, 'en-overdue', { axe: false });
    await page.getByRole('link', { name: 'Replace payment method' }).first().click();
    const fields = cardFields(page);
    await fields.ready();
    await inspect(page, 'en-payment');
    await page.getByRole('button', { name: 'Save and pay $43.48' }).click();
    await expect(page.getByText('Some fields need your attention.')).toBeVisible();
    await expect(page.locator('#number-error')).toHaveText('Enter the card number.');
    await expect(page.locator('#expiry-error')).toHaveText('Enter the expiry date, month and year.');
    await expect(page.locator('#cvv-error')).toContainText('Enter the security code. It is on the back of the card');
    await fields.type({ number: '4111 1111 1111 1111', month: '12', year: '2040', cvv: '123' });
    await page.getByRole('button', { name: 'Save and pay $43.48' }).click();
    await expect(page.getByText('Your payment went through.')).toBeVisible();
    await expect(page.getByText('overdue')).toHaveCount(0);

    expect(service.output()).not.toContain(token);
    expect(referrers.join(' ')).not.toContain(token);
    await page.goBack();
    expect(page.url()).not.toContain(token);
  });

  test('the focus goes to what is wrong, and the console stays empty until after signing out', async ({
    page,
    service,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const { link } = await sell(service, 'focus');
    await page.goto(`${link}?to=details`);
    await page.getByLabel('City').fill('Köln');
    await page.getByLabel('Phone').fill('none');
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect(page.getByLabel('Country')).toBeFocused();
    await expect(page.getByText('Choose the country of the address.')).toBeVisible();

    await page.goto(`${service.apiUrl}/account/payment-method`);
    const fields = cardFields(page);
    await fields.ready();
    await fields.type({ number: '4000 0000 0000 0002', month: '12', year: '2040', cvv: '123' });
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByRole('button', { name: 'Save payment method' }).click();
    await expect(page.getByText('Your bank declined this card.')).toBeFocused();
    await page.goto(`${service.apiUrl}/account`);
    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Your subscription is canceled.')).toBeFocused();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    // Chromium reports the status of forms that are shown again.
    expect(said.filter((text) => !text.includes('422'))).toEqual([]);
  });

  test('two long email addresses fit on a phone, where their accounts are told apart', async ({ page, service }) => {
    const domain = `${'subsidiary.'.repeat(5)}example.com`;
    const links: string[] = [];
    for (const name of ['ada', 'grace']) {
      const { link } = await sell(service, `wide-${name}`);
      const email = `${name}.constantinopoulos-featherstonehaugh@${domain}`;
      await api(service, 'PUT', `/v2/accounts/wide-${name}`, `<account><email>${email}</email></account>`);
      links.push(link);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.goto(links[0] ?? '');
    await page.goto(`${service.apiUrl}/account/payment-method`);
    await expect(page.getByText(/^This is the account of ada/)).toBeVisible();
    expect(await width()).toBe(360);
    await page.goto(links[1] ?? '');
    await expect(page.getByRole('heading', { name: 'Switch to another account?' })).toBeVisible();
    expect(await width()).toBe(360);
  });

  test('buttons below one another are equally wide on every screen', async ({ page, service }) => {
    const { link } = await sell(service, 'equal-buttons');
    await page.goto(link);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const groups = await page
        .locator('.choices')
        .evaluateAll((all) => all.map((group) => [...group.children].map((button) => button.getBoundingClientRect())));
      const stacked = groups.filter((boxes) => new Set(boxes.map(({ x }) => x)).size === 1);
      // A tablet has room for them side by side.
      if (width !== 768) expect(stacked.some((boxes) => boxes.length > 1)).toBe(true);
      for (const boxes of stacked) expect(new Set(boxes.map((box) => Math.round(box.width))).size, `${width}`).toBe(1);
    }
  });

  test('a long email address stays on one line beside the button to sign out', async ({ page, service }) => {
    const { link } = await sell(service, 'long-address');
    const email = `wilhelmina.constantinopoulos-featherstonehaugh@${'subsidiary.'.repeat(5)}example.com`;
    await api(service, 'PUT', '/v2/accounts/long-address', `<account><email>${email}</email></account>`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(link);
    const header = page.getByRole('banner');
    const [name, button] = [header.getByText(email), header.getByRole('button', { name: 'Sign out' })];
    const [box, beside] = [await name.boundingBox(), await button.boundingBox()];
    const lineHeight = await name.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
    expect(box?.height).toBeLessThan(lineHeight * 1.5);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(360);
    await expect(page.getByRole('main')).toContainText(email);
  });
});

test.describe('with the keyboard alone', () => {
  test.use({ locale: 'en-US' });

  /** Moves the focus to a control with the Tab key, and returns it. */
  const tabTo = async (page: Page, name: string | RegExp) => {
    const focused = page.locator(':focus');
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const text = await focused.evaluate((element) => {
        const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLLabelElement>)] : [];
        return labels.map(({ textContent }) => textContent).join(' ') || element.textContent;
      });
      if (typeof name === 'string' ? text?.trim() === name : name.test(text ?? '')) return focused;
    }
    throw new Error(`Tab does not reach ${name}`);
  };

  test('an address is asked for in the order of its country, and keeps what was typed', async ({ page, service }) => {
    const { link } = await sell(service, 'hedy');
    await page.goto(`${link}?task=details`);
    const order = () =>
      page.locator('[data-part]').evaluateAll((parts) => parts.map((part) => part.getAttribute('data-part')).join(' '));
    expect(await order()).toBe('address1 address2 zip city state');
    await page.getByLabel('Postal code').fill('94105');
    await page.getByLabel('Country').selectOption('US');
    expect(await order()).toBe('address1 address2 city state zip');
    await expect(page.getByLabel('Postal code')).toHaveValue('94105');
    await page.getByLabel('Country').selectOption('JP');
    expect(await order()).toBe('zip state city address1 address2');
  });

  test('a customer pauses and stores a bank account; another link signs them out', async ({ page, service }) => {
    // Many keys are pressed one after the other.
    test.slow();
    const { link } = await sell(service, 'grace');
    await page.goto(link);
    await tabTo(page, 'Pause');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pause Tideline?' })).toBeVisible();
    await inspect(page, 'en-pause');
    await tabTo(page, 'Pause subscription');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your pause is scheduled.')).toBeVisible();
    await tabTo(page, 'Keep it running');
    await page.keyboard.press('Enter');
    await inspect(page, 'en-pause-dropped', { axe: false });
    await tabTo(page, 'Keep it running');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your scheduled pause is canceled.')).toBeVisible();

    await tabTo(page, 'Replace payment method');
    await page.keyboard.press('Enter');
    await cardFields(page).ready();
    await tabTo(page, 'US bank account');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Name on the account')).toBeVisible();
    await inspect(page, 'en-bank', { axe: false });
    for (const [label, digits] of [
      ['Routing number', '123456780'],
      ['Account number', '111111111'],
      ['Account number again', '111111112'],
    ] as const) {
      await tabTo(page, label);
      await page.keyboard.type(digits);
    }
    // What the button agrees to is read out with it: Tab passes over the text.
    await expect(await tabTo(page, 'Save payment method')).toHaveAccessibleDescription(
      /^By submitting this bank account, you authorize Tideline .* This is the account of ada@example\.com\./,
    );
    await page.keyboard.press('Enter');
    await expect(page.locator('#account_number_confirmation-error')).toHaveText(
      'The account numbers do not match. Check both.',
    );
    await inspect(page, 'en-bank-error');
    const again = page.getByLabel('Account number again');
    await again.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('111111111');
    const kind = await tabTo(page, 'Account type');
    // By its first letter, with the list closed: in every browser, whether or not it lets the page style the list.
    await page.keyboard.press('s');
    await expect(kind).toHaveValue('savings');
    await tabTo(page, 'Save payment method');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your payment method is saved.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Bank account ending in 1111');
    expect(service.output()).not.toContain('111111111');

    execFileSync(process.execPath, ['token-service/src/cli/site.ts', 'rotate-login', 'demo', 'grace'], {
      cwd: HOME,
      env: { ...process.env, DATA_DIR: service.dataDir },
    });
    await page.reload();
    await expect(page.getByText('Bank account ending in 1111')).toHaveCount(0);
    expect((await page.goto(link))?.status()).toBe(404);
    await inspect(page, 'en-old-link', { axe: false });
  });
});

/** The labels, hints and errors of a form whose text does not begin where their field begins, on the right. */
const leftBehind = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const right = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return Math.max(...[...range.getClientRects()].map((rect) => rect.right));
    };
    const wrong: string[] = [];
    const fields = document.querySelectorAll<HTMLInputElement>('main input:not([type=hidden]), main select');
    for (const field of fields) {
      const described = (field.getAttribute('aria-describedby') ?? '').split(' ').flatMap((id) => {
        const element = document.getElementById(id);
        return element ? [element] : [];
      });
      for (const text of [...(field.labels ?? []), ...described]) {
        if (!text.checkVisibility() || !text.textContent?.trim()) continue;
        if (Math.abs(right(text) - field.getBoundingClientRect().right) > 24) wrong.push(text.textContent.trim());
      }
    }
    return wrong;
  });

for (const [language, name, edit, save] of [
  ['ar', 'Arabic', 'تعديل البيانات', 'حفظ البيانات'],
  ['he', 'Hebrew', 'עריכת פרטים', 'שמירת הפרטים'],
] as const) {
  test.describe(`in ${name}, on a phone`, () => {
    test.use({ locale: language, viewport: { width: 360, height: 740 } });

    test('pages are laid out from right to left: labels, hints and errors are at the right', async ({
      page,
      service,
    }) => {
      const { link } = await sell(service, `rtl-${language}`, `<preferred_locale>${language}</preferred_locale>`);
      await page.goto(link);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await inspect(page, `${language}-overview`);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('link', { name: edit }).click();
      await expect(page.getByRole('textbox').first()).toBeVisible();
      expect(await leftBehind(page)).toEqual([]);
      for (const field of ['[name=email]', '[name=phone]']) {
        await expect(page.locator(field)).toHaveCSS('direction', 'ltr');
        await expect(page.locator(field)).toHaveCSS('text-align', 'right');
      }
      // The arrow is at the left edge, as far from it as the text is from the right one.
      await expect(page.locator('[name=country]')).toHaveCSS('padding-left', '15px');
      await page.locator('[name=email]').fill('ada@');
      await page.locator('[name=zip]').fill('x');
      await page.locator('form').evaluateAll((forms) => {
        for (const form of forms as HTMLFormElement[]) form.noValidate = true;
      });
      await page.getByRole('button', { name: save }).click();
      await expect(page.locator('[name=email]')).toHaveAttribute('aria-invalid', 'true');
      expect(await leftBehind(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await inspect(page, `${language}-details`);

      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${service.apiUrl}/account/payment-method`);
      await expect(page.locator('iframe').first()).toBeVisible();
      expect(await leftBehind(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await inspect(page, `${language}-payment`);
    });
  });
}

test.describe('in German', () => {
  test.use({ locale: 'en-US' });

  test('the pages speak the language of the account, whatever that of the browser', async ({ page, service }) => {
    const long =
      '<first_name>Wilhelmina-Friederike</first_name><last_name>von Habsburg-Lothringen-Schwarzenbergstein</last_name>' +
      '<company_name>Donaudampfschifffahrtsgesellschaft mbH</company_name><preferred_locale>de-AT</preferred_locale>';
    const { link } = await sell(service, 'wilhelmina', long);
    await page.goto(link);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-AT');
    await expect(page.getByRole('main')).toContainText('Nächste Zahlung');
    await inspect(page, 'de-overview', { axe: false });
    for (const [to, name] of [
      ['invoices', 'Rechnungen'],
      ['details', 'Ihre Angaben'],
      ['payment-method', 'Zahlungsmittel ersetzen'],
    ] as const) {
      await page.goto(`${link}?to=${to}`);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await inspect(page, `de-${to}`, { axe: to !== 'payment-method' });
    }
    await page.goto(`${link}?to=invoices`);
    await page
      .getByRole('link', { name: /^Rechnung / })
      .first()
      .click();
    await inspect(page, 'de-invoice');
    await page.goto(`${service.apiUrl}/account`);
    await page.getByRole('link', { name: 'Pausieren' }).click();
    await inspect(page, 'de-pause');
    await page.getByRole('button', { name: 'Abo pausieren' }).click();
    await expect(page.getByText('Ihre Pause ist vorgemerkt.')).toBeVisible();
  });

  test('a customer gives a mandate for debits of an account in Europe', async ({ page, service }) => {
    execFileSync(
      process.execPath,
      ['token-service/src/cli/site.ts', 'change', 'demo', '--bank-debits', 'bank_account,sepa,bacs'],
      { cwd: HOME, env: { ...process.env, DATA_DIR: service.dataDir } },
    );
    const { link } = await sell(service, 'heinrich', '<preferred_locale>de</preferred_locale>');
    await page.goto(`${link}?to=payment-method`);
    await page.getByRole('link', { name: 'Europäisches Bankkonto (SEPA)' }).click();
    await expect(page.getByText('Mit der Angabe dieser IBAN ermächtigen Sie (A) Tideline')).toBeVisible();
    await inspect(page, 'de-sepa');
    const save = page.getByRole('button', { name: 'Zahlungsmittel speichern' });
    await page.getByLabel('IBAN').fill('DE88 3704 0044 0532 0130 00');
    await page.getByLabel('Kontoinhaber').fill('Heinrich Heine');
    await save.click();
    await expect(page.locator('#iban-error')).not.toBeEmpty();
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await save.click();
    await expect(page.getByRole('main')).toContainText('Bankkonto mit Endziffern 3000');
    expect(service.output()).not.toContain('DE89');

    await page.goto(`${link}?to=payment-method`);
    await page.getByRole('link', { name: 'Britisches Bankkonto' }).click();
    await expect(page.getByText('Die Direct-Debit-Garantie schützt Sie')).toBeVisible();
    await inspect(page, 'de-bacs');
    await page.getByLabel('Bankleitzahl (Sort Code)').fill('20-00-00');
    await page.getByLabel('Kontonummer', { exact: true }).fill('55779911');
    await page.getByLabel('Kontonummer wiederholen').fill('55779911');
    await save.click();
    await expect(page.getByRole('main')).toContainText('Bankkonto mit Endziffern 9911');
  });
});
