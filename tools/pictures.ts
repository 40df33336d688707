/**
 * Takes the pictures of the README and of the landing page from a running service: `node tools/pictures.ts`. To be run
 * after a change to the pages that they show.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../e2e/browsers.ts';
import { cardFields } from '../e2e/fixtures/card-fields.ts';
import { startService } from '../e2e/fixtures/service.ts';

const root = join(import.meta.dirname, '..');
const IMAGES = join(root, 'docs/images');
const ASSETS = join(root, 'examples/assets');

const DESKTOP = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 800 };

const picture = async (page: Page, file: string) => {
  const session = await page.context().newCDPSession(page);
  // Half the bytes of a PNG.
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  await writeFile(file, Buffer.from(data, 'base64'));
  console.log(file);
};

const open = async (browser: Browser, viewport: typeof DESKTOP, colorScheme: 'light' | 'dark', url: string) => {
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-US', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('#pay[aria-disabled="false"]').waitFor();
  await cardFields(page).ready();
  return page;
};

const service = await startService();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: CHROMIUM_FLAGS });
try {
  await mkdir(IMAGES, { recursive: true });
  const checkout = `${service.shopUrl}/checkout.html?coupon=TIDE15`;
  for (const scheme of ['light', 'dark'] as const) {
    const page = await open(browser, DESKTOP, scheme, checkout);
    await picture(page, join(ASSETS, `checkout-${scheme}.webp`));
    if (scheme === 'light') await picture(page, join(IMAGES, 'checkout.webp'));
  }
  const phone = await open(browser, PHONE, 'dark', checkout);
  await picture(phone, join(IMAGES, 'checkout-phone.webp'));

  const buyer = await open(browser, DESKTOP, 'light', checkout);
  for (const [label, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', 'ada@example.com'],
  ] as const) {
    await buyer.getByLabel(label).fill(value);
  }
  await buyer.getByLabel('Country').selectOption('United States');
  await buyer.getByLabel('Postal code').fill('94105');
  await buyer.getByLabel('Postal code').press('Tab');
  await cardFields(buyer).type({ number: '4111 1111 1111 1111', month: '12', year: '2040', cvv: '123' });
  await buyer.locator('#pay[aria-disabled="false"]').filter({ hasText: '$23.91' }).click();
  await buyer.getByRole('heading', { name: /Thank you/ }).waitFor();
  await picture(buyer, join(IMAGES, 'receipt.webp'));
} finally {
  await browser.close();
  await service.stop();
}
