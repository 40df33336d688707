import { expect, test } from './checkout.ts';

const PERSON = `
  <label>First name <input data-service="first_name" value="Ada"></label>
  <label>Last name <input data-service="last_name" value="Lovelace"></label>`;
const LINE = `${PERSON}<div id="line" data-service="card"></div>`;

test('the target `card` holds the whole card: one line, one state, one token @firefox', async ({ origins, shop }) => {
  const { page } = shop;
  await shop.open(LINE);
  const readyState = () => page.evaluate('service.readyState');
  await expect.poll(async () => (await shop.seen()).events).toEqual(['configured', 'ready']);
  expect(await readyState()).toBe(2);
  await expect(page.locator('#line iframe')).toHaveCount(3);
  await expect(page.locator('iframe')).toHaveCount(3);

  expect(await shop.pay()).toMatchObject({ code: 'validation', genuine: true });
  expect(origins.requests).toEqual([]);
  await page.evaluate(`service.focus('card')`);
  await expect(shop.input('number')).toBeFocused();
  await page.keyboard.type('4111111111111111');
  const expiry = page.frameLocator('iframe[title="Expiry date"]').getByLabel('Expiry date');
  await expect(expiry).toBeFocused();
  await expiry.pressSequentially('1240');
  await shop.input('cvv').pressSequentially('123');
  await expect
    .poll(() => shop.state())
    .toMatchObject({
      card: {
        valid: true,
        empty: false,
        brand: 'visa',
        number: { valid: true },
        expiry: { valid: true },
        cvv: { valid: true },
      },
    });

  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' }, hidden: 'token-for-Lovelace' });
  expect(origins.requests[0]?.params).toMatchObject({
    number: '4111111111111111',
    month: '12',
    year: '40',
    cvv: '123',
  });
  expect((await shop.seen()).messages.join()).not.toContain('4111');

  await page.evaluate(`service.clear('cvv')`);
  await expect(shop.input('cvv')).toHaveValue('');
  await expect(shop.input('number')).toHaveValue('4111 1111 1111 1111');
  await page.evaluate(`service.clear('card')`);
  await expect(shop.input('number')).toHaveValue('');
  await page.evaluate('service.destroy()');
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await readyState()).toBe(0);
});

test('a page can leave the whole card for fields of its own, and come back @chromium', async ({ shop }) => {
  const { page } = shop;
  await shop.open(LINE);
  await expect.poll(async () => (await shop.seen()).events).toEqual(['configured', 'ready']);
  await page.evaluate(`
    line.remove();
    form.insertAdjacentHTML('afterbegin', ['number', 'month', 'year', 'cvv'].map((name) => '<div data-service="' + name + '"></div>').join(''));
    service.configure({});`);
  await expect(page.locator('iframe')).toHaveCount(4);
  await shop.type({ number: '4111111111111111', month: '12', year: '40', cvv: '123' });
  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });
});

test('a test card is filled into the whole card @chromium', async ({ origins, shop }) => {
  const card = { number: '4111111111111111', month: '12', year: '2040', cvv: '123' };
  origins.answer = () => ({ status: 200, body: card });
  await shop.open(LINE);
  await expect.poll(async () => (await shop.seen()).events).toEqual(['configured', 'ready']);
  await shop.page.evaluate(`service.fillTestCard('approved')`);
  await expect(shop.input('number')).toHaveValue('4111 1111 1111 1111');
  await expect(shop.input('cvv')).toHaveValue('123');
});
