import type { Page } from '@playwright/test';
import { expect, FIELDS, test } from './checkout.ts';

type Library = { service: typeof import('../src/index.ts').service };

const YEAR = String(new Date().getFullYear() + 4);
const STORED = {
  ccname: 'Augusta Ada King',
  cardnumber: '4111111111111111',
  'cc-exp-month': '7',
  'cc-exp-year': YEAR,
  cvc: '123',
};

/**
 * Fills every input of one frame as a browser does, which sets values and fires events, or as a password manager that
 * fires none.
 */
const fillIn = async (page: Page, field: string, stored: Record<string, string>, aloud = true) =>
  page
    .frameLocator(`#${field} iframe`)
    .locator('html')
    .evaluate(
      (_, [stored, aloud]) => {
        for (const input of document.querySelectorAll('input')) {
          const value = stored[input.name];
          if (value === undefined) continue;
          input.value = value;
          if (aloud) for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
        }
      },
      [stored, aloud] as const,
    );

const NO_NAME = FIELDS.replace('value="Ada"', '').replace('value="Lovelace"', '');

for (const field of ['number', 'month', 'year', 'cvv']) {
  const browsers = field === 'number' ? ' @firefox' : '';
  test(`autofill in the frame of the ${field} fills all four fields, and the name${browsers}`, async ({
    origins,
    shop,
  }) => {
    await shop.open(NO_NAME);
    await expect(shop.input('cvv')).toBeAttached();
    await expect.poll(async () => (await shop.seen()).events).toContain('ready');
    await fillIn(shop.page, field, STORED);
    await expect(shop.input('number')).toHaveValue('4111 1111 1111 1111');
    await expect(shop.input('month')).toHaveValue('07');
    await expect(shop.input('year')).toHaveValue(YEAR);
    await expect(shop.input('cvv')).toHaveValue('123');
    await expect
      .poll(() => shop.state())
      .toMatchObject({
        number: { valid: true, brand: 'visa' },
        month: { valid: true },
        year: { valid: true },
        cvv: { valid: true },
      });
    await expect(shop.page.getByLabel('First name')).toHaveValue('Augusta Ada');
    await expect(shop.page.getByLabel('Last name')).toHaveValue('King');
    await shop.pay();
    expect(origins.requests[0]?.params).toMatchObject({
      number: STORED.cardnumber,
      month: '07',
      year: YEAR,
      cvv: '123',
    });
  });
}

test('values set without an event are noticed while the frame has the focus @firefox', async ({ shop }) => {
  await shop.open();
  await shop.input('number').click();
  const { cardnumber: _, ...others } = STORED;
  await fillIn(shop.page, 'number', others, false);
  await expect(shop.input('month')).toHaveValue('07');
  await expect(shop.input('cvv')).toHaveValue('123');
  await expect(shop.page.getByLabel('First name')).toHaveValue('Ada');
});

test('the same card can be filled in again after an edit', async ({ shop }) => {
  await shop.open();
  await expect.poll(async () => (await shop.seen()).events).toContain('ready');
  await fillIn(shop.page, 'number', STORED);
  await expect(shop.input('month')).toHaveValue('07');
  await shop.input('month').fill('11');
  await fillIn(shop.page, 'number', STORED);
  await expect(shop.input('month')).toHaveValue('07');
});

test('lists are filled too', async ({ shop }) => {
  await shop.open(FIELDS, { fields: { month: { inputType: 'select' }, year: { inputType: 'select' } } });
  await expect.poll(async () => (await shop.seen()).events).toContain('ready');
  await fillIn(shop.page, 'number', { ...STORED, 'cc-exp-year': YEAR.slice(2) });
  await expect(shop.input('month')).toHaveValue('07');
  await expect(shop.input('year')).toHaveValue(YEAR);
});

test('hidden autofill inputs cannot be reached by keyboard or screen reader @firefox', async ({ shop }) => {
  await shop.open();
  const frame = shop.page.frameLocator('#cvv iframe');
  await expect(frame.getByRole('textbox')).toHaveCount(1);
  await expect(frame.locator('input')).toHaveCount(5);
  await expect(frame.locator('input:not([tabindex="-1"])')).toHaveCount(1);
  const inOrder = await frame
    .locator('input')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
  expect(inOrder).toEqual(['cc-name', 'cc-number', 'cc-exp-month', 'cc-exp-year', 'cc-csc']);
});

test('the browser warns about no permission of the frames @chromium', async ({ shop }) => {
  const warnings: string[] = [];
  shop.page.on('console', (message) => /feature/i.test(message.text()) && warnings.push(message.text()));
  await shop.open();
  await expect(shop.input('number')).toBeEditable();
  expect(warnings).toEqual([]);
});

test('a page can switch autofill off', async ({ shop }) => {
  await shop.open(FIELDS, { preventAutofill: true });
  const input = shop.input('number');
  await expect(input).toHaveAttribute('autocomplete', 'off');
  await expect(shop.page.frameLocator('#number iframe').locator('input')).toHaveCount(1);
  await shop.page.evaluate(() => (window as never as Library).service.configure({ preventAutofill: false }));
  await expect(input).toHaveAttribute('autocomplete', 'cc-number');
  await expect(shop.page.frameLocator('#number iframe').locator('input')).toHaveCount(5);
});
