import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Card, cardFields, type RunningService } from '../fixtures/index.ts';
import { barriers } from './barriers.ts';
import { checkoutOn, expect, PERSON, test, VISA, WITHOUT_FUNDS } from './checkout.ts';

const FOLDER = fileURLToPath(new URL('../../test-results/screenshots/', import.meta.url));

/** A page of the documentation. A function declaration, because the table below calls it. */
function docs(name: string, path: string, title: string) {
  return {
    [name]: async (page: Page, { apiUrl }: RunningService) => {
      await page.goto(`${apiUrl}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      // On a desktop the style shows the list of pages although it is closed, which the scan does not know: it would
      // take the list for one that no key reaches.
      const requests = page.getByRole('link', { name: 'Requests', exact: true });
      await requests.focus();
      await expect(requests).toBeFocused();
      await page.locator('.contents details').evaluate((details) => details.setAttribute('open', ''));
    },
  };
}

/** The states of each page, for screenshots side by side. */
const PAGES: Record<string, (page: Page, service: RunningService) => Promise<void>> = {
  index: async (page, { shopUrl }) => {
    await page.goto(shopUrl);
  },
  card: async (page, service) => {
    await checkoutOn(page, service).open();
  },
  'card-faults': async (page, service) => {
    const { open, card, save } = checkoutOn(page, service);
    await open();
    await card.type({ number: '4111 1111 1111 1112', month: '13', year: '2020', cvv: '1' });
    await save();
    await expect(page.getByText('Enter your first name.')).toBeVisible();
  },
  'card-declined': async (page, service) => {
    const { open, card, fillInPerson, save, problem } = checkoutOn(page, service);
    await open();
    await card.type(WITHOUT_FUNDS);
    await fillInPerson();
    await page.getByLabel('First name').fill('Wolfeschlegelsteinhausenbergerdorff-Montgomery');
    await save();
    await expect(
      page
        .getByText(/not enough funds/)
        .or(problem.filter({ hasText: /\S/ }))
        .first(),
    ).toBeVisible();
  },
  'card-on-file': async (page, service) => {
    const { open, card, fillInPerson, save } = checkoutOn(page, service);
    await open();
    await card.type(VISA);
    await fillInPerson();
    await save();
    await expect(page.getByRole('heading', { name: 'Your card on file' })).toBeVisible();
  },
  'bank-account': async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/bank-account.html`);
    await page.getByLabel('Routing number').fill('123456780');
    await expect(page.getByText('Bank of Service', { exact: true })).toBeVisible();
  },
  'bank-account-faults': async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/bank-account.html`);
    await page.getByLabel('Routing number').fill('021000021');
    await page.getByRole('button', { name: 'Save account' }).click();
    await expect(page.getByText('Enter the name on the account.')).toBeVisible();
  },
  gallery: async (page, { shopUrl }) => {
    // Each of its twenty-four frames is checked.
    test.slow();
    await page.goto(`${shopUrl}/looks.html`);
    await expect(page.frameLocator('iframe[title="Security code, lists"]').getByLabel('Security code')).toBeEditable();
    await page.getByText('The code of this look').first().click();
    await expect(page.getByText('export const underlined')).toBeVisible();
  },
  errors: async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/errors.html`);
    for (const title of ['Something is missing or mistyped', 'Not configured', 'Unknown public key']) {
      const situation = page.getByRole('article').filter({ hasText: title });
      await situation.getByRole('button').click();
      await expect(situation.getByText('What to tell the shopper')).toBeVisible();
    }
  },
  'single-page-app': async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/single-page-app.html#payment`);
    await cardFields(page).ready();
    await page.getByRole('button', { name: /Pay/ }).click();
    await expect(page.getByText('Enter your first name.')).toBeVisible();
  },
  'wallet-page': async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/wallet.html`);
    await page.getByText('Who can pay in the sandbox').click();
    await expect(page.getByText('Grace Hopper')).toBeVisible();
  },
  pricing: async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/pricing.html`);
    await page.getByLabel('Country').selectOption('United States');
    await page.getByLabel('Postal code').fill('94103');
    await page.getByLabel('Coupon').fill('TIDE15');
    await page.getByLabel('Gift card').fill('DEMOGIFTEUR00050');
    await page.getByLabel('Gift card').blur();
    await expect(page.getByText(/This gift card is in/)).toBeVisible();
    await expect(page.getByText('15% off, forever', { exact: true })).toBeVisible();
  },
  'pricing-api': async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/pricing-api.html`);
    await page.getByLabel('Home port').selectOption('Hamburg, Germany');
    await page.getByLabel('Storm alerts').check();
    await expect(page.getByText(/Tax, DE/)).toBeVisible();
  },
  checkout: async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/checkout.html`);
    await cardFields(page).ready();
    await fillCart(page);
  },
  'checkout-faults': async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/checkout.html`);
    await page.getByRole('radio', { name: 'Bank account' }).check();
    await fillCart(page);
    await page.getByRole('button', { name: 'Add a coupon' }).click();
    await page.getByLabel('Coupon').fill('NOTHING');
    await page.getByLabel('Coupon').blur();
    await expect(page.getByText(/We do not know this coupon/)).toBeVisible();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByText('Enter your first name.')).toBeVisible();
  },
  'checkout-declined': async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/checkout.html`);
    await pay(page, WITHOUT_FUNDS);
    await expect(page.getByRole('alert').filter({ hasText: /not enough funds/ })).toBeVisible();
  },
  receipt: async (page, { shopUrl }) => {
    await page.goto(`${shopUrl}/checkout.html`);
    await pay(page, VISA);
    await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  },
  ...docs('docs', '/docs', 'Get started'),
  ...docs('docs-recipe', '/docs/test-with-the-fixtures', 'Test with the fixtures'),
  ...docs('docs-reference', '/docs/plans', 'Plans'),
  ...docs('docs-search', '/docs/search?q=refund', 'Search'),
  ...docs('docs-missing', '/docs/webhook-signature', 'There is no such page'),
};

/** Pages that only `npm run test:long` shows. */
const MORE_PAGES: typeof PAGES = {
  sandbox: async (page, service) => {
    await PAGES.receipt?.(page, service);
    await page.goto(`${service.shopUrl}/sandbox.html`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  mail: async (page, service) => {
    await PAGES.receipt?.(page, service);
    await page.goto(`${service.shopUrl}/mail.html`);
    await expect(page.locator('iframe').first()).toBeVisible();
  },
  'account-pages': async (page, service) => {
    await PAGES.receipt?.(page, service);
    await page.getByRole('link', { name: 'Manage your subscription' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'payment-form': async (page, { browserUrl }) => {
    const file = new URL('../../sdk/pages/payment-form.html', import.meta.url);
    const text = (await readFile(file, 'utf8'))
      .replaceAll('http://localhost:3001', browserUrl)
      .replace(/<form[\s\S]*<\/form>/, (form) => `<main>${form}</main>`);
    const merchant = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(text);
    }).listen(0, 'localhost');
    await once(merchant, 'listening');
    await page.goto(`http://localhost:${(merchant.address() as AddressInfo).port}`);
    await cardFields(page).ready();
    merchant.close();
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByText('Enter the card number.').first()).toBeVisible();
  },
  ...docs('docs-library', '/docs/browser-library', 'Browser library'),
};

const fillCart = async (page: Page) => {
  await page.getByLabel('Oilskin jacket').fill('1');
  await page.getByLabel('Enamel mug').fill('2');
  await page.getByLabel('Country').selectOption('Canada');
  await page.getByLabel('Postal code').fill('H2X 1Y4');
  await page.getByLabel('Postal code').blur();
  await expect(page.getByRole('row', { name: /QST 9.975%/ })).toBeVisible();
};

const pay = async (page: Page, payment: Card) => {
  await cardFields(page).ready();
  await fillCart(page);
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Street and number').fill('1 Harbour Road');
  await page.getByLabel('City').fill('Montréal');
  await cardFields(page).type(payment);
  await page.getByRole('button', { name: /^Pay/ }).click();
};

const WIDTHS = [360, 768, 1280];
const SCHEMES = ['light', 'dark'] as const;
/** A page of the reference is many times as tall on a phone, and slow to render whole. */
const TALLEST = 6_000;
/** The frames of this page are scanned too; those of the others are the same. `npm run test:long` scans all. */
const FRAMED = 'card-faults';
/** The frames of this page run no scripts, so none can scan them. */
const INERT = 'mail';

for (const [name, open] of Object.entries({ ...PAGES, ...(process.env.LONG_TESTS ? MORE_PAGES : {}) })) {
  test(`${name} fits every width, in light and dark, and passes the accessibility scan @chromium`, async ({
    page,
    service,
    long,
  }) => {
    await open(page, service);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overhang, `${name} scrolls sideways at ${width} px, ${colorScheme}`).toBeLessThanOrEqual(0);
        expect(await ovalRadios(page), `${name} at ${width} px`).toEqual([]);
        if (long) await takeScreenshot(page, `${name}-${width}-${colorScheme}`, width);
      }
      const frames = (long && name !== INERT) || (name === FRAMED && colorScheme === 'light');
      expect(await barriers(page, { colorScheme, frames }), `${name}, ${colorScheme}`).toEqual([]);
    }
  });
}

/** Returns the radio buttons that are drawn wider or taller than round; one that fills its label is not drawn. */
const ovalRadios = (page: Page): Promise<string[]> =>
  page.locator('[type="radio"]:visible').evaluateAll((radios) =>
    radios
      .filter((radio) => getComputedStyle(radio).opacity !== '0')
      .map((radio) => ({ radio, box: radio.getBoundingClientRect() }))
      .filter(({ box }) => Math.abs(box.width - box.height) > 1)
      .map(({ radio, box }) => `${(radio as HTMLInputElement).value}: ${box.width} × ${box.height}`),
  );

/** Takes a screenshot as tall as the page, so that what sticks to the bottom of the screen covers nothing. */
const takeScreenshot = async (page: Page, name: string, width: number): Promise<void> => {
  const height = Math.min(TALLEST, await page.evaluate(() => document.documentElement.scrollHeight));
  await page.setViewportSize({ width, height });
  await page.screenshot({ path: `${FOLDER}${name}.png` });
};
