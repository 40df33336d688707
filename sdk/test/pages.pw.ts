import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './checkout.ts';
import type { Origins } from './origins.ts';

const frame = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`).getByLabel(name);

for (const [file, code] of [
  ['payment-form.html', '4111111111111111' + '1240' + '123'],
  ['card-fields.html', '4111111111111111'],
] as const) {
  test(`${file} takes a card, from another origin and under a strict policy @chromium`, async ({
    page,
    origins,
  }, info) => {
    const problems: string[] = [];
    page.on('console', (message) => /Unrecognized feature/.test(message.text()) || problems.push(message.text()));
    const text = await readFile(join(import.meta.dirname, '../pages', file), 'utf8');
    origins.page = text.replaceAll('http://localhost:3001', origins.browser);
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(origins.page) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    const { browser } = origins;
    origins.headers = {
      'content-security-policy':
        `default-src 'none'; script-src ${browser} 'sha256-${hash}'; style-src ${browser}; ` +
        `frame-src ${browser}; connect-src ${browser}; require-trusted-types-for 'script'`,
    };
    await page.goto(origins.shop);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.locator('#outcome')).toHaveText(
      file === 'card-fields.html'
        ? 'Enter the card number. Enter the expiry date, month and year. ' +
            'Enter the security code. It is on the back of the card, or on the front of an American Express.'
        : /./,
    );
    await frame(page, 'Card number').click();
    await page.keyboard.type(code);
    if (file === 'card-fields.html') {
      await frame(page, 'Expiry month').fill('12');
      await frame(page, 'Expiry year').fill('40');
      await frame(page, 'Security code').fill('123');
    }
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.locator('#outcome')).toHaveText('Send the token token-for-Lovelace to your server.');
    await page.screenshot({ path: info.outputPath(`${file}.png`) });
    expect(problems).toEqual([]);
  });
}

/** The page of four card fields, with the stylesheet. */
const openCardFields = async (page: Page, origins: Origins) => {
  const text = await readFile(join(import.meta.dirname, '../pages/card-fields.html'), 'utf8');
  origins.page = text.replaceAll('http://localhost:3001', origins.browser);
  origins.headers = {};
  await page.goto(origins.shop);
  await expect(page.frameLocator('iframe').first().getByRole('textbox')).toBeEditable();
};

const boxOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { height, borderRadius, borderColor } = getComputedStyle(element);
    return { height, borderRadius, borderColor };
  });

test('ordinary inputs look like the card fields, and a field that was left empty is marked', async ({
  page,
  origins,
}) => {
  await openCardFields(page, origins);
  const name = page.getByLabel('First name');
  expect(await boxOf(name)).toEqual(await boxOf(page.locator('#number .service-hosted-field')));
  await name.evaluate((input) => input.setAttribute('aria-invalid', 'true'));
  await expect(name).toHaveCSS('border-color', 'rgb(185, 28, 28)');
  await page.locator('#checkout').evaluate((form) => form.setAttribute('hidden', ''));
  await expect(page.locator('#checkout')).toBeHidden();
});

test('a disabled button looks disabled, and in forced colors the button has an edge', async ({ page, origins }) => {
  await openCardFields(page, origins);
  const button = page.getByRole('button', { name: /Pay/ });
  await expect(button).toHaveCSS('background-color', 'rgb(26, 86, 219)');
  await button.evaluate((element) => element.setAttribute('disabled', ''));
  await expect(button).toHaveCSS('background-color', 'rgb(91, 99, 112)');
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(button).toHaveCSS('border-top-width', '1px');
  await expect(button).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
});
