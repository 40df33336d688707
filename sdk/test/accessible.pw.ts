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
  test(`neither page nor frames give a scanner anything to find: ${look} @chromium`, async ({ origins, shop }) => {
    // The scanner's own script must be let in.
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

test('an error of the page is told inside the frame, and the field is wrong until it is taken back', async ({
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

test('names, what is required and what is wrong are said in the words of the page', async ({ shop }) => {
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
  await shop.page.getByLabel('Last name').focus();
  await shop.page.keyboard.press('Tab');
  await shop.page.keyboard.press('Tab');
  await expect(month).toBeFocused();
  await expect(month).toHaveCSS('outline-width', '2px');
});

/** Whether the browser does what the test asked of it: Firefox's driver cannot ask for everything. */
const matches = (page: Page, query: string) => page.evaluate((query) => matchMedia(query).matches, query);

test('where colours are forced, the focus shows in the field itself', async ({ shop }) => {
  await shop.page.emulateMedia({ forcedColors: 'active' });
  await shop.open();
  await shop.input('number').focus();
  const forced = await matches(shop.page, '(forced-colors: active)');
  await expect(shop.input('number')).toHaveCSS('outline-style', forced ? 'solid' : 'none');
});

test('at four times the size, fields still stand in a window of 320 pixels', async ({ shop }) => {
  await shop.page.setViewportSize({ width: 320, height: 256 });
  await shop.open(FIELDS, { style: { all: { fontSize: '2em' } } });
  await shop.type({ number: CARD.number });
  const overflow = await shop.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expect(shop.input('number')).toBeInViewport();
});

test('nothing moves for those who want no motion', async ({ shop }) => {
  const options = { fields: { all: { style: { transition: 'color 1s' } } } };
  await shop.open(FIELDS, options);
  await expect(shop.input('number')).toHaveCSS('transition-duration', '1s');
  await shop.page.emulateMedia({ reducedMotion: 'reduce' });
  await shop.open(FIELDS, options);
  const still = await matches(shop.page, '(prefers-reduced-motion: reduce)');
  await expect(shop.input('number')).toHaveCSS('transition-duration', still ? '0s' : '1s');
});
