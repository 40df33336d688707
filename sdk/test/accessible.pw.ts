import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CARD, expect, FIELDS, test } from './checkout.ts';

type Library = { service: typeof import('../src/index.ts').service };

const SELECTS = { month: { inputType: 'select' }, year: { inputType: 'select' } };

for (const [look, options] of [
  ['text', {}],
  ['lists', { fields: SELECTS }],
  ['disabled', { fields: { all: { disabled: true } } }],
] as const) {
  test(`axe finds no violation in the page and the frames: ${look} @chromium`, async ({ origins, shop }) => {
    // The page's policy must allow the scanner's script.
    origins.headers = {};
    await shop.open(FIELDS, options);
    await shop.page.evaluate(() => document.documentElement.setAttribute('lang', 'en'));
    await expect.poll(async () => (await shop.seen()).events).toContain('ready');
    const { violations } = await new AxeBuilder({ page: shop.page })
      .disableRules(['page-has-heading-one', 'landmark-one-main', 'region'])
      .analyze();
    expect(violations).toEqual([]);
  });
}

test('an error set by the page is announced in the frame, and the field is invalid until it is cleared', async ({
  shop,
}) => {
  await shop.open();
  await shop.type(CARD);
  const number = shop.input('number');
  const say = (text: string) =>
    shop.page.evaluate((text) => (window as never as Library).service.setMessage('number', text), text);
  await expect(number).toHaveAttribute('aria-invalid', 'false');
  await say('The bank declined this card.');
  await expect(number).toHaveAccessibleDescription('The bank declined this card.');
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await say('');
  await expect(number).toHaveAccessibleDescription('');
  await expect(number).toHaveAttribute('aria-invalid', 'false');
});

test("names, required fields and problems are announced in the page's words", async ({ shop }) => {
  const number = { title: 'Kartennummer', label: 'Nummer der Karte', error: 'Diese Nummer gibt es nicht.' };
  await shop.open(FIELDS, { fields: { number }, locale: 'de' });
  const input = shop.page.frameLocator('iframe[title="Kartennummer"]').getByRole('textbox');
  await expect(input).toHaveAccessibleName('Nummer der Karte');
  await expect(input).toHaveAttribute('aria-required', 'true');
  await expect(shop.input('cvv')).toHaveAttribute('aria-required', 'false');
  await input.pressSequentially('4111');
  await expect(input).toHaveAccessibleDescription('');
  await shop.input('cvv').focus();
  await expect(input).toHaveAccessibleDescription('Diese Nummer gibt es nicht.');
  await expect(shop.page.frameLocator('#number iframe').locator('html')).toHaveAttribute('lang', 'de');
});

test('a list shows where the focus is', async ({ shop }) => {
  await shop.open(FIELDS, { fields: SELECTS });
  const month = shop.input('month');
  // A frame that is still loading has nothing to focus.
  await expect(month).toBeVisible();
  await shop.page.getByLabel('Last name').focus();
  await shop.page.keyboard.press('Tab');
  await expect(shop.input('number')).toBeFocused();
  await shop.page.keyboard.press('Tab');
  await expect(month).toBeFocused();
  await expect(month).toHaveCSS('outline-width', '2px');
});

/** Whether the browser supports what the test needs: Firefox's driver does not support all of it. */
const matches = (page: Page, query: string) => page.evaluate((query) => matchMedia(query).matches, query);

test('with forced colors, the focus is visible in the field itself', async ({ shop }) => {
  await shop.page.emulateMedia({ forcedColors: 'active' });
  await shop.open();
  await shop.input('number').focus();
  const forced = await matches(shop.page, '(forced-colors: active)');
  await expect(shop.input('number')).toHaveCSS('outline-style', forced ? 'solid' : 'none');
});

test('at 400 % zoom, fields fit a window of 320 pixels', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 320, height: 256 });
  await shop.open(FIELDS, { style: { all: { fontSize: '2em' } } });
  await shop.type({ number: CARD.number });
  const overflow = await shop.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expect(shop.input('number')).toBeInViewport();
});

test('nothing moves with reduced motion', async ({ shop }) => {
  const options = { fields: { all: { style: { transition: 'color 1s' } } } };
  await shop.open(FIELDS, options);
  await expect(shop.input('number')).toHaveCSS('transition-duration', '1s');
  await shop.page.emulateMedia({ reducedMotion: 'reduce' });
  await shop.open(FIELDS, options);
  const still = await matches(shop.page, '(prefers-reduced-motion: reduce)');
  await expect(shop.input('number')).toHaveCSS('transition-duration', still ? '0s' : '1s');
});
