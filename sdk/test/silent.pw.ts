import type { Page } from '@playwright/test';
import { expect, FIELDS, test } from './checkout.ts';
import type { Origins } from './origins.ts';

/**
 * Values that software writes into the visible inputs of a card without any event, as several password managers do.
 */
const NAMES: Readonly<Record<string, string>> = {
  cardnumber: '4111 1111 1111 1111',
  'cc-exp': '2040/12',
  'cc-exp-month': '12',
  'cc-exp-year': '2040',
  cvc: '123',
};

const MOUNTS: Readonly<Record<string, { body: string; script: string; source?: string; frames: number }>> = {
  'separate fields': { body: FIELDS, script: '', frames: 4 },
  'the combined card': {
    body: '<div data-service="card"></div><input data-service="first_name" value="Ada"><input data-service="last_name" value="Lovelace">',
    script: '',
    frames: 3,
  },
  Elements: {
    body: '<div id="card"></div><input data-service="first_name" value="Ada"><input data-service="last_name" value="Lovelace">',
    script: `const source = service.Elements(); source.CardElement().attach('#card');`,
    source: 'source',
    frames: 3,
  },
  'the payment form': {
    body: '<div id="payment"></div>',
    script: `const source = service.PaymentForm().attach('#payment');`,
    source: 'source',
    frames: 3,
  },
};

const open = async (page: Page, origins: Origins, { body, script, source, frames }: (typeof MOUNTS)[string]) => {
  origins.page = `<!doctype html><title>Checkout</title><form id="form">${body}<button>Pay</button></form>
<script src="${origins.browser}/v1/service.js"></script>
<script>
  window.log = [];
  service.configure({ publicKey: 'key', required: ['cvv'] });
  ${script}
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    service.token(${source ? `${source}, ` : ''}form, (error, token) => log.push(error ? error.fields : token.id));
  });
</script>`;
  await page.goto(origins.shop);
  await expect(page.locator('iframe')).toHaveCount(frames);
  for (let index = 0; index < frames; index++) {
    await expect(page.frameLocator('iframe').nth(index).getByRole('textbox')).toBeEditable();
  }
};

const log = (page: Page) => page.evaluate(() => (window as never as { log: unknown[] }).log);

/** Writes into the visible input of each frame, and into no other. */
const writeSilently = async (page: Page) => {
  for (const frame of page.frames().slice(1)) {
    await frame.evaluate((values) => {
      const input = document.querySelector<HTMLInputElement>('input.control');
      if (input) input.value = values[input.name] ?? '';
    }, NAMES);
  }
};

for (const [mount, page] of Object.entries(MOUNTS)) {
  test(`a card written without an event is in the token: ${mount}`, async ({ page: tab, origins }) => {
    await open(tab, origins, page);
    for (const [label, name] of [
      ['First name', 'Ada'],
      ['Last name', 'Lovelace'],
    ] as const) {
      if (mount === 'the payment form') await tab.getByLabel(label).fill(name);
    }
    await writeSilently(tab);
    await tab.getByRole('button', { name: 'Pay' }).click();
    await expect.poll(() => log(tab)).toEqual(['token-for-Lovelace']);
    const { number, month, year, cvv } = origins.requests[0]?.params ?? {};
    expect({ number, month, year: year?.slice(-2), cvv }).toEqual({
      number: '4111111111111111',
      month: '12',
      year: '40',
      cvv: '123',
    });
  });
}

test('the payment form finds nothing wrong with what was written without an event', async ({ page, origins }) => {
  await open(page, origins, MOUNTS['the payment form']!);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await writeSilently(page);
  expect(await page.evaluate('source.validate()')).toEqual([]);
});

test('a card written without an event is shown as valid when the focus leaves a field', async ({ shop }) => {
  await shop.open();
  await shop.input('number').click();
  await writeSilently(shop.page);
  await shop.page.getByLabel('First name').focus();
  await expect
    .poll(() => shop.state())
    .toMatchObject({ number: { valid: true, brand: 'visa' }, month: { valid: true }, year: { valid: true } });
  await expect(shop.input('number')).toHaveValue('4111 1111 1111 1111');
});

for (const [text, shown] of [
  ['2030/12', '12 / 30'],
  ['12/2030', '12 / 30'],
] as const) {
  test(`${text} in the expiry field is ${shown}, pasted, typed or written @firefox`, async ({ page, origins }) => {
    await open(page, origins, MOUNTS.Elements!);
    const expiry = page.frameLocator('iframe[title="Expiry date"]').getByLabel('Expiry date');
    await expiry.fill(text);
    await expect(expiry).toHaveValue(shown);
    await expiry.fill('');
    await expiry.pressSequentially(text);
    await expect(expiry).toHaveValue(shown);
    await expiry.fill('');
    await expiry.evaluate((input, value) => {
      (input as HTMLInputElement).value = value;
      input.blur();
    }, text);
    await expect(expiry).toHaveValue(shown);
  });
}
