import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CARD, expect, FIELDS, test } from './checkout.ts';

type Library = { service: typeof import('../src/index.ts').service };

const configure = (options: object) => (window as never as Library).service.configure(options as never);

test('month and year can be chosen from lists, and are validated and sent', async ({ origins, shop }) => {
  const fields = {
    month: { inputType: 'select', style: { placeholder: { content: 'MM', color: 'rgb(9, 9, 9)' } } },
    year: { inputType: 'select' },
  };
  await shop.open(FIELDS, { fields });
  const month = shop.input('month');
  await expect(month.locator('option')).toHaveText([
    'MM',
    ...Array.from({ length: 12 }, (_, i) => `${i + 1}`.padStart(2, '0')),
  ]);
  await expect(month).toHaveCSS('color', 'rgb(9, 9, 9)');
  await month.selectOption('12');
  await expect(month).toHaveCSS('color', 'rgb(0, 0, 0)');
  const next = String(new Date().getFullYear() + 3);
  await shop.input('year').selectOption(next);
  await expect
    .poll(() => shop.state())
    .toMatchObject({ month: { valid: true, length: 2 }, year: { valid: true, length: 4 } });
  await shop.type({ number: CARD.number });
  await shop.pay();
  expect(origins.requests[0]?.params).toMatchObject({ month: '12', year: next });
});

test("a list of months has their names in the merchant's locale", async ({ shop }) => {
  await shop.open(`<div lang="fr">${FIELDS}</div>`, { fields: { month: { inputType: 'select' } } });
  await shop.input('month').selectOption('07');
  const chosen = shop.input('month').locator('option:checked');
  await expect(chosen).toHaveText('07');
  await shop.page.evaluate(configure, { locale: 'de' });
  await expect(chosen).toHaveText('07 – Juli');
  await expect(shop.input('month')).toHaveValue('07');
  await shop.page.evaluate(configure, { locale: 'no language' });
  await expect(chosen).toHaveText('07');
});

test('text becomes a list, and a list text, with its value kept', async ({ shop }) => {
  await shop.open();
  await shop.type({ month: '7' });
  await shop.page.evaluate(configure, { fields: { month: { inputType: 'select' } } });
  await expect(shop.input('month').locator('option:checked')).toHaveText('07');
  await shop.page.evaluate(configure, { fields: { month: { inputType: 'mobileSelect' } } });
  await expect(shop.input('month')).toHaveValue('07');
  await expect(shop.input('month')).toHaveAttribute('type', 'text');
});

test('a disabled field accepts no input, until it is enabled', async ({ shop }) => {
  await shop.open(FIELDS, { fields: { all: { disabled: true } } });
  await expect(shop.input('number')).toBeDisabled();
  await shop.page.evaluate(configure, { fields: { all: { disabled: false } } });
  await shop.type({ number: '4111' });
  await expect(shop.input('number')).toHaveValue('4111');
});

test('each state has its style', async ({ shop }) => {
  const color = (n: number) => `rgb(${n}, ${n}, ${n})`;
  await shop.open(FIELDS, {
    fields: {
      number: {
        style: {
          fontColor: color(1),
          letterSpacing: '2px',
          textAlign: 'center',
          padding: '3px 5px',
          position: 'fixed',
          focus: { fontColor: color(2), letterSpacing: '3px' },
          valid: { fontColor: color(3) },
          invalid: { fontColor: color(4), textDecoration: 'underline' },
          disabled: { fontColor: color(5) },
        },
      },
    },
  });
  const number = shop.input('number');
  await expect(number).toHaveCSS('color', color(1));
  await expect(number).toHaveCSS('letter-spacing', '2px');
  await expect(number).toHaveCSS('text-align', 'center');
  await expect(number).toHaveCSS('padding', '3px 5px');
  await expect(number).toHaveCSS('position', 'static');
  await number.focus();
  await expect(number).toHaveCSS('color', color(2));
  await expect(number).toHaveCSS('letter-spacing', '3px');
  await number.pressSequentially('411111111111111');
  await shop.input('cvv').focus();
  await expect(number).toHaveCSS('color', color(4));
  await number.press('End');
  await number.press('1');
  await shop.input('cvv').focus();
  await expect(number).toHaveCSS('color', color(3));
  await shop.page.evaluate(configure, { fields: { number: { disabled: true } } });
  await expect(number).toHaveCSS('color', color(5));
});

test('a value that the browser fills in has the colors of the field, which can change at any time', async ({
  shop,
}) => {
  const dark = { fontColor: 'rgb(250, 250, 250)', invalid: { fontColor: 'rgb(255, 120, 120)' } };
  await shop.open(FIELDS, { style: { number: { ...dark, fontColor: 'black', invalid: { fontColor: 'red' } } } });
  const number = shop.input('number');
  await shop.type({ number: '4111', cvv: '1' });
  await expect(number).toHaveCSS('color', 'rgb(255, 0, 0)');

  await shop.page.evaluate(configure, { style: { number: { ...dark, focus: { caretColor: 'rgb(0, 255, 0)' } } } });
  await expect(number).toHaveCSS('color', dark.invalid.fontColor);
  const filledIn = await number.evaluate(() =>
    ([...(document.adoptedStyleSheets[0]?.cssRules ?? [])] as CSSStyleRule[])
      .filter(({ selectorText }) => selectorText.endsWith(':autofill'))
      .map(({ selectorText, style }) => [
        selectorText,
        style.getPropertyValue('-webkit-text-fill-color'),
        style.caretColor,
      ])
      .filter(([, color]) => color),
  );
  expect(filledIn).toEqual([
    ['.control:autofill', dark.fontColor, dark.fontColor],
    [expect.stringMatching(/invalid.*:autofill$/), dark.invalid.fontColor, dark.invalid.fontColor],
  ]);
});

test('in a right-to-left page, digits run left to right and align right', async ({ shop }) => {
  await shop.open(`<div dir="rtl" lang="ar">${FIELDS}</div>`, { style: { cvv: { textAlign: 'end' } } });
  await shop.type({ number: '4111111111111111' });
  const number = shop.input('number');
  await expect(number).toHaveValue('4111 1111 1111 1111');
  await expect(number).toHaveCSS('direction', 'ltr');
  await expect(number).toHaveCSS('text-align', 'right');
  await expect(shop.input('cvv')).toHaveCSS('text-align', 'left');
  const root = shop.page.frameLocator('#number iframe').locator('html');
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expect(root).toHaveAttribute('lang', 'ar');
});

test('a catalogue font comes from the browser origin; an unknown one falls back', async ({ origins, shop }) => {
  const inter = fileURLToPath(
    import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url),
  );
  origins.files['fonts/inter.woff2'] = { type: 'font/woff2', body: await readFile(inter) };
  const style = { fontFamily: 'Inter, Helvetica, sans-serif', fontWeight: 600, fontSize: '18px' };
  await shop.open(FIELDS, { style: { number: style, cvv: { fontFamily: 'No Such Font, sans-serif' } } });
  await shop.type({ number: '4111', cvv: '12' });
  const fonts = (id: string) =>
    shop.page
      .frameLocator(`#${id} iframe`)
      .locator('html')
      .evaluate(() => [...document.fonts].map(({ family, status }) => [family.replaceAll('"', ''), status]));
  await expect.poll(() => fonts('number')).toEqual([['Inter', 'loaded']]);
  await expect.poll(() => fonts('cvv')).toEqual([['No Such Font', 'error']]);
  await expect(shop.input('cvv')).toHaveValue('12');
  expect(origins.requests.map(({ url }) => url)).toEqual(['/js/v1/fonts/no-such-font.woff2']);

  await shop.page.evaluate(configure, { fields: { number: { style: { fontColor: 'red' } } } });
  await expect(shop.input('number')).toHaveCSS('color', 'rgb(255, 0, 0)');
  expect(await fonts('number')).toHaveLength(1);
});

test('one property carries the color of a brand to what service.css styles @chromium', async ({ page, origins }) => {
  const [teal, blue] = ['rgb(15, 118, 110)', 'rgb(26, 86, 219)'];
  origins.headers = {};
  origins.page = `<!doctype html><title>Checkout</title>
    <link rel="stylesheet" href="${origins.browser}/v1/service.css">
    <form class="service-page"><input aria-label="Email"><a href="/terms">Terms</a>
    <button class="service-button">Pay</button></form>`;
  await page.goto(origins.shop);
  const [email, terms, pay] = [page.getByLabel('Email'), page.getByRole('link'), page.getByRole('button')];
  await expect(pay).toHaveCSS('background-color', blue);
  await page.addStyleTag({ content: ':root { --service-accent: #0f766e; --service-accent-text: #ffc }' });
  await expect(pay).toHaveCSS('background-color', teal);
  await expect(pay).toHaveCSS('color', 'rgb(255, 255, 204)');
  await expect(terms).toHaveCSS('color', teal);
  await email.focus();
  await expect(email).toHaveCSS('outline-color', teal);
  for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press('Tab');
  await expect(pay).toBeFocused();
  await expect(pay).toHaveCSS('outline-color', teal);
  // A page's own rule for links wins.
  await page.addStyleTag({ content: 'a { color: rgb(1, 2, 3) }' });
  await expect(terms).toHaveCSS('color', 'rgb(1, 2, 3)');
});
