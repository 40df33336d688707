import { CARD, expect, FIELDS, test } from './checkout.ts';
import { declined } from './origins.ts';

test('a typed card becomes a token, in the callback and in the form', async ({ origins, shop }) => {
  await shop.open();
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({
    token: { id: 'token-for-Lovelace', type: 'credit_card', card: { last_four: '1111' } },
    hidden: 'token-for-Lovelace',
  });

  expect(origins.requests).toEqual([
    {
      url: '/js/v1/token',
      params: { ...CARD, first_name: 'Ada', last_name: 'Lovelace', key: 'key', version: expect.any(String) },
    },
  ]);
});

test('a declined card can be corrected, and the old token is removed meanwhile', async ({ origins, shop }) => {
  await shop.open(`${FIELDS}<input type="hidden" name="service-token" data-service="token">`);
  await shop.type(CARD);
  await shop.pay();

  const { answer } = origins;
  origins.answer = declined;
  expect(await shop.pay()).toEqual({
    name: 'api-error',
    code: 'declined',
    fields: ['number'],
    details: [{ field: 'number', messages: ['was declined'] }],
    hidden: '',
    genuine: true,
  });

  origins.answer = answer;
  expect(await shop.pay()).toMatchObject({ hidden: 'token-for-Lovelace' });
});

test('missing values are reported without a request', async ({ origins, shop }) => {
  await shop.open('<div data-service="number"></div><div data-service="month"></div><div data-service="year"></div>', {
    required: ['postal_code'],
  });
  await shop.type({ number: '4111111111111112' });
  expect(await shop.pay()).toMatchObject({
    name: 'validation',
    code: 'validation',
    fields: ['number', 'month', 'year', 'first_name', 'last_name', 'postal_code'],
    genuine: true,
  });
  expect(origins.requests).toEqual([]);
});

test('a merchant that accepts some brands refuses the others before the request', async ({ origins, shop }) => {
  await shop.open(FIELDS, { brands: ['visa'] });
  await shop.type({ ...CARD, number: '5555555555554444' });
  expect(await shop.pay()).toMatchObject({
    code: 'validation',
    details: [{ field: 'number', messages: ['is of a brand that is not accepted'] }],
  });
  await shop.page.evaluate(() => {
    const { service } = window as never as { service: typeof import('../src/index.ts').service };
    service.configure({ brands: ['visa', 'master'] });
  });
  await expect.poll(() => shop.state()).toMatchObject({ number: { valid: true } });
  expect(await shop.pay()).toMatchObject({ hidden: 'token-for-Lovelace' });
  expect(origins.requests).toHaveLength(1);
});

test('a page with a security code only creates a token of the code', async ({ origins, shop }) => {
  await shop.open('<div data-service="cvv"></div>');
  await shop.type({ cvv: '123' });
  await shop.pay();
  expect(origins.requests[0]?.params).toMatchObject({ cvv: '123', key: 'key' });
});

test('a token requested before the fields are ready waits for them', async ({ shop }) => {
  await shop.open();
  const outcome = await shop.page.evaluate(() => {
    const { service } = window as never as { service: typeof import('../src/index.ts').service };
    service.destroy();
    const fresh = new service.Service({ publicKey: 'key' });
    let late = false;
    const answered = new Promise((resolve) =>
      fresh.token({}, (error) => resolve([late, error?.code, error?.fields[0]])),
    );
    late = true;
    return answered;
  });
  expect(outcome).toEqual([true, 'validation', 'number']);
});

test('a server that never answers times out', async ({ origins, shop }) => {
  origins.answer = () => 'never';
  await shop.open(FIELDS, { timeout: 300 });
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ name: 'api-error', code: 'api-timeout', genuine: true });
});

test('a field that was removed from the page is named, before and during the call', async ({ origins, shop }) => {
  origins.answer = () => 'never';
  await shop.open();
  await shop.type(CARD);
  await shop.page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => origins.requests.length).toBe(1);
  await shop.page.locator('#number').evaluate((target) => target.remove());
  await expect.poll(async () => (await shop.seen()).outcomes).toMatchObject([{ code: 'api-error', genuine: true }]);
  expect(await shop.pay()).toMatchObject({ code: 'api-error' });
  expect(origins.requests).toHaveLength(1);
});

test('destroy calls back, empties the targets, and allows another key', async ({ origins, shop }) => {
  origins.answer = () => 'never';
  await shop.open();
  await shop.type(CARD);
  await shop.page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => origins.requests.length).toBe(1);
  await shop.page.evaluate(() => {
    const { service } = window as never as { service: typeof import('../src/index.ts').service };
    service.destroy();
    service.destroy();
  });
  await expect.poll(async () => (await shop.seen()).outcomes).toMatchObject([{ code: 'api-error' }]);
  await expect(shop.page.locator('iframe')).toHaveCount(0);

  const readyAgain = shop.page.evaluate(() => {
    const { service } = window as never as { service: typeof import('../src/index.ts').service };
    service.configure('another-key');
    return new Promise((resolve) => service.ready(() => resolve(service.readyState)));
  });
  expect(await readyAgain).toBe(2);
  await expect(shop.input('number')).toHaveValue('');
});

test('the form is read as it is: selected, enabled, and its own controls', async ({ origins, shop }) => {
  await shop.open(`${FIELDS}
    <select data-service="country"><option>DE<option selected>US</select>
    <input type="checkbox" data-service="company" value="unchecked">
    <input type="radio" name="p" data-service="phone" value="1"><input type="radio" name="p" data-service="phone" value="2" checked>
    <input data-service="vat_number" value="disabled" disabled>
    <fieldset disabled><input data-service="city" value="disabled"></fieldset>
    <input data-service="shoe_size" value="43">
    <input data-service="postal_code" value="first"><input data-service="postal_code" value="last">`);
  await shop.page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<input form="form" data-service="address1" value="1 Main St">');
  });
  await shop.type(CARD);
  await shop.pay();
  expect(origins.requests[0]?.params).toEqual({
    ...CARD,
    first_name: 'Ada',
    last_name: 'Lovelace',
    country: 'US',
    phone: '2',
    postal_code: 'last',
    address1: '1 Main St',
    key: 'key',
    version: expect.any(String),
  });
});

test('card data in inputs of the page is neither read nor repeated', async ({ origins, shop }) => {
  const warnings: string[] = [];
  shop.page.on('console', (message) => warnings.push(message.text()));
  await shop.open(`${FIELDS}<input data-service="number" value="4242424242424242">`);
  await shop.type(CARD);
  await shop.pay();
  expect(origins.requests[0]?.params.number).toBe(CARD.number);
  expect(warnings.join()).toContain('data-service="number" must not hold card data');
  expect(warnings.join()).not.toContain('4242');
});

test('the page gets states and no values', async ({ shop }) => {
  await shop.open();
  await shop.type(CARD);
  await shop.pay();
  const { messages, states, outcomes } = await shop.seen();
  const everything = JSON.stringify([messages, states, outcomes]);
  expect(everything).toContain('"lastFour":"1111"');
  expect(everything).not.toMatch(/4111 ?1111/);
  expect(JSON.stringify([messages, states])).not.toMatch(/\d{7}|"12"|"40"|"123"/);
  for (const frame of shop.page.frames().slice(1)) {
    const readable = await shop.page.evaluate((name) => {
      try {
        return Boolean((window.frames as never as Record<string, Window>)[name]?.document.body);
      } catch {
        return false;
      }
    }, frame.name());
    expect(readable).toBe(false);
  }
});
